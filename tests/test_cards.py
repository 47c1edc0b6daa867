"""Suits, cards, casino cards and card sets."""

from __future__ import annotations

import contextlib
import copy
import operator
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage.cards import ALL_CARDS, NUM_CARDS, NUM_RANKS, Card, CardSet, CasinoCard, Suit
from cabbage.errors import CabbageError, CardError, InputTypeError

CARD_NUMBERS = st.integers(0, NUM_CARDS - 1)
CARD_NUMBER_SETS = st.frozensets(CARD_NUMBERS)
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


class TestSuit:
    def test_order_letters_and_names(self) -> None:
        assert [(int(s), s.letter, str(s), f"{s}") for s in Suit] == [
            (0, "R", "red", "red"),
            (1, "P", "purple", "purple"),
            (2, "G", "green", "green"),
            (3, "B", "blue", "blue"),
        ]

    def test_mask_is_the_ten_cards_of_the_suit(self) -> None:
        for suit in Suit:
            assert suit.mask == sum(1 << card for card in range(40) if Card(card).suit is suit)


class TestCard:
    def test_every_card_has_one_number_and_one_text(self) -> None:
        texts = [f"{letter}{rank}" for letter in "RPGB" for rank in range(10)]
        for number, text in enumerate(texts):
            card = Card(number)
            assert (int(card), str(card), repr(card)) == (number, text, f"Card({text!r})")
            assert card == Card(text) == Card(card) == Card.of(number // 10, number % 10) == number
            assert (card.suit, card.rank) == (Suit(number // NUM_RANKS), number % NUM_RANKS)
            assert isinstance(card.suit, Suit)
            assert type(card.rank) is int

    def test_text_may_be_lower_case_and_padded(self) -> None:
        assert Card("g5") == Card(" G5\n") == 25

    def test_format_pads_the_text(self) -> None:
        assert f"{Card(25)}|{Card(25):>4}|{Card(25):4}|" == "G5|  G5|G5  |"

    def test_index_objects_are_taken(self) -> None:
        class Five:
            def __index__(self) -> int:
                return 5

        assert Card(Five()) == 5  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "text",
        ["", " ", "R", "5", "R10", "5R", "X5", "RR", "R-1", "R\u0665", "R\xb2", "R5 B5", "R 5"],
    )
    def test_other_texts_are_refused_and_quoted(self, text: str) -> None:
        with pytest.raises(CardError) as caught:
            Card(text)
        assert str(caught.value) == (f"{text!r} is not a card; a card is a letter of RPGB and a digit")

    @pytest.mark.parametrize("number", [-1, 40, 10**30, -(10**30)])
    def test_numbers_out_of_range_are_refused_and_quoted(self, number: int) -> None:
        with pytest.raises(CardError) as caught:
            Card(number)
        assert str(caught.value) == f"a card number is 0 to 39, not {number}"

    def test_numbers_too_long_to_print_are_refused_too(self) -> None:
        for make in (Card, CasinoCard, lambda n: CardSet([n]), CardSet.from_mask):
            with pytest.raises(CabbageError):
                make(10**5000)

    @pytest.mark.parametrize("value", [None, True, 2.0, b"R5", [25], int])
    def test_other_types_are_refused_and_quoted(self, value: object) -> None:
        with pytest.raises(InputTypeError) as caught:
            Card(value)  # type: ignore[arg-type]
        assert str(caught.value) == f"a card is an integer or a text, not {value!r}"
        assert isinstance(caught.value, TypeError)
        assert isinstance(caught.value, ValueError)

    @pytest.mark.parametrize(
        ("suit", "rank", "message"),
        [
            (4, 0, "a suit number is 0 to 3, not 4"),
            (-1, 0, "a suit number is 0 to 3, not -1"),
            (0, 10, "a rank number is 0 to 9, not 10"),
            (0, -1, "a rank number is 0 to 9, not -1"),
            ("R", 0, "a suit is an integer, not 'R'"),
            (0, True, "a rank is an integer, not True"),
        ],
    )
    def test_of_refuses_what_is_no_suit_or_rank(self, suit: int, rank: int, message: str) -> None:
        with pytest.raises(CabbageError) as caught:
            Card.of(suit, rank)
        assert str(caught.value) == message

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_pickles_and_copies_keep_the_type(self, protocol: int) -> None:
        for card in (Card("B9"), CasinoCard("B"), CasinoCard("0")):
            for other in (pickle.loads(pickle.dumps(card, protocol)), copy.deepcopy(card)):
                assert other == card
                assert type(other) is type(card)

    def test_takes_no_attributes(self) -> None:
        with pytest.raises(AttributeError):
            Card(0).rank = 1  # type: ignore[misc]
        with pytest.raises(AttributeError):
            Card(0).note = 1  # type: ignore[attr-defined]


class TestCasinoCard:
    def test_ranks(self) -> None:
        for rank in range(10):
            card = CasinoCard(rank)
            assert card == CasinoCard(str(rank)) == rank
            assert (card.rank, card.suit, str(card)) == (rank, None, str(rank))
            assert repr(card) == f"CasinoCard('{rank}')"
            assert CardSet.from_mask(card.mask) == {Card.of(suit, rank) for suit in Suit}

    def test_suits(self) -> None:
        for suit in Suit:
            card = CasinoCard(10 + suit)
            forms = (suit.letter, suit.letter.lower(), suit.name, str(suit), f" {suit} ")
            assert {CasinoCard(form) for form in forms} == {card}
            assert (card.rank, card.suit, str(card)) == (None, suit, suit.letter)
            assert repr(card) == f"CasinoCard('{suit.letter}')"
            assert CardSet.from_mask(card.mask) == {Card.of(suit, rank) for rank in range(10)}

    def test_format_pads_the_text(self) -> None:
        assert f"{CasinoCard('green'):>3}{CasinoCard(7):>3}" == "  G  7"

    @pytest.mark.parametrize("text", ["", "10", "X", "R5", "-", "gree", "-1", "\u0665", "\xb2"])
    def test_other_texts_are_refused_and_quoted(self, text: str) -> None:
        with pytest.raises(CardError) as caught:
            CasinoCard(text)
        assert str(caught.value) == (
            f"{text!r} is not a casino card; one is a digit, or a suit's letter or name"
        )

    @pytest.mark.parametrize("number", [-1, 14])
    def test_numbers_out_of_range_are_refused_and_quoted(self, number: int) -> None:
        with pytest.raises(CardError) as caught:
            CasinoCard(number)
        assert str(caught.value) == f"a casino card number is 0 to 13, not {number}"

    @pytest.mark.parametrize("value", [None, False, 1.0])
    def test_other_types_are_refused_and_quoted(self, value: object) -> None:
        with pytest.raises(InputTypeError) as caught:
            CasinoCard(value)  # type: ignore[arg-type]
        assert str(caught.value) == f"a casino card is an integer or a text, not {value!r}"


class TestCardSet:
    @given(CARD_NUMBER_SETS)
    def test_agrees_with_the_set_it_was_made_from(self, numbers: frozenset[int]) -> None:
        cards = CardSet(numbers)
        assert list(cards) == sorted(numbers)
        assert all(type(card) is Card for card in cards)
        assert (len(cards), bool(cards)) == (len(numbers), bool(numbers))
        assert [n in cards for n in range(-1, 42)] == [n in numbers for n in range(-1, 42)]
        assert cards.mask == sum(1 << n for n in numbers)
        assert cards == CardSet.from_mask(cards.mask) == CardSet(str(cards)) == numbers
        assert eval(repr(cards)) == cards

    @pytest.mark.parametrize(
        "op", [operator.and_, operator.or_, operator.sub, operator.xor, operator.eq, operator.ne,
               operator.lt, operator.le, operator.gt, operator.ge, CardSet.isdisjoint]
    )  # fmt: skip
    @given(a=CARD_NUMBER_SETS, b=CARD_NUMBER_SETS)
    def test_algebra_agrees_with_frozenset(
        self, op: Callable[..., object], a: frozenset[int], b: frozenset[int]
    ) -> None:
        plain = op if op is not CardSet.isdisjoint else frozenset.isdisjoint
        for left, right in ((a, b), (a, a | b), (a, a), (a, b - a)):
            expected = plain(left, right)
            found = op(CardSet(left), CardSet(right))
            assert found == expected
            assert type(found) is (bool if isinstance(expected, bool) else CardSet)
            assert op(CardSet(left), right) == expected
            if plain is op:
                mirrored = op(left, CardSet(right))
                assert mirrored == expected

    @given(CARD_NUMBER_SETS)
    def test_equal_sets_hash_alike_so_they_are_one_key(self, numbers: frozenset[int]) -> None:
        assert hash(CardSet(numbers)) == hash(numbers)
        assert len({numbers, CardSet(numbers)}) == 1

    def test_a_set_is_no_list_and_no_number(self) -> None:
        cards = CardSet("R0")
        assert cards != [0]
        assert cards != 1
        assert cards != "R0"
        assert cards == {0}

    @pytest.mark.parametrize("other", ["R5", 5.0, None, (5,), -1, 40, 1 << 64])
    def test_contains_no_texts_floats_or_numbers_beyond(self, other: object) -> None:
        assert other not in ALL_CARDS

    def test_union_with_what_is_no_card_is_refused(self) -> None:
        with pytest.raises(CardError):
            CardSet("R0") | {40}

    @pytest.mark.parametrize(
        ("text", "printed"),
        [
            ("-", "-"),
            (" - ", "-"),
            ("R013 B5", "R013 B5"),
            ("b5 r310", "R013 B5"),
            ("R0 R1 B5\tR3", "R013 B5"),
            ("R0123456789", "R0123456789"),
        ],
    )
    def test_texts(self, text: str, printed: str) -> None:
        assert str(CardSet(text)) == printed
        assert repr(CardSet(text)) == f"CardSet({printed!r})"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "an empty card set is written '-'"),
            (" \n", "an empty card set is written '-'"),
            ("R", "'R' in 'R' is not a suit letter with ranks"),
            ("B5 R", "'R' in 'B5 R' is not a suit letter with ranks"),
            ("B5 -", "'-' in 'B5 -' is not a suit letter with ranks"),
            ("R00", "R0 stands twice in 'R00'"),
            ("R0 B1 R0", "R0 stands twice in 'R0 B1 R0'"),
            ("R0 X12",
             "in 'X12': 'X1' is not a card; a card is a letter of RPGB and a digit"),
            ("R0-1", "in 'R0-1': 'R-' is not a card; a card is a letter of RPGB and a digit"),
            ("R\u0661",
             "in 'R\u0661': 'R\u0661' is not a card; a card is a letter of RPGB and a digit"),
        ],
    )  # fmt: skip
    def test_faulty_texts_are_refused_and_quoted(self, text: str, message: str) -> None:
        with pytest.raises(CardError) as caught:
            CardSet(text)
        assert str(caught.value) == message

    @given(st.text() | st.text("RPGBrpgb0123456789 -"))
    def test_any_text_is_a_set_or_a_card_error(self, text: str) -> None:
        for kind in (Card, CasinoCard, CardSet):
            with contextlib.suppress(CardError):
                kind(text)

    @pytest.mark.parametrize("value", [None, 5, 2.0, [None], [1.0], [True], [[1]]])
    def test_other_types_are_refused(self, value: object) -> None:
        with pytest.raises(InputTypeError):
            CardSet(value)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("mask", "message"),
        [
            (-1, "a mask of 40 cards is 0 to 0xffffffffff, not -0x1"),
            (1 << 40, "a mask of 40 cards is 0 to 0xffffffffff, not 0x10000000000"),
            (True, "a mask is an int, not True"),
            (1.0, "a mask is an int, not 1.0"),
            ("1", "a mask is an int, not '1'"),
        ],
    )
    def test_faulty_masks_are_refused_and_quoted(self, mask: int, message: str) -> None:
        with pytest.raises(CabbageError) as caught:
            CardSet.from_mask(mask)
        assert str(caught.value) == message

    def test_takes_no_attributes(self) -> None:
        cards = CardSet("R0")
        with pytest.raises(AttributeError):
            cards.mask = 2  # type: ignore[misc]
        with pytest.raises(AttributeError):
            cards.note = 1  # type: ignore[attr-defined]
        assert not hasattr(cards, "__dict__")
        assert not hasattr(cards, "add")

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    @given(numbers=CARD_NUMBER_SETS)
    def test_pickles_and_copies(self, protocol: int, numbers: frozenset[int]) -> None:
        cards = CardSet(numbers)
        for other in (pickle.loads(pickle.dumps(cards, protocol)), copy.deepcopy(cards)):
            assert type(other) is CardSet
            assert other == cards

    def test_diagram(self) -> None:
        assert CardSet("R09 G5 B0123456789").diagram() == (
            "red     0 . . . . . . . . 9\n"
            "purple  . . . . . . . . . .\n"
            "green   . . . . . 5 . . . .\n"
            "blue    0 1 2 3 4 5 6 7 8 9"
        )

    def test_all_cards(self) -> None:
        assert list(ALL_CARDS) == list(range(NUM_CARDS))
