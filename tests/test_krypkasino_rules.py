"""Krypkasino's rule set and cards: each field's validation, and rules as values."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage._krypkasino_cards import ALL_CARDS, Card, Suit, cards_of_masks, format_cards, parse_cards
from cabbage._krypkasino_rules import Rules
from cabbage.errors import CabbageError, CardError, InputTypeError, RulesError
from cabbage.notation import format_rules
from compare_krypkasino import random_rules, reference_rules

FIELDS = [field.name for field in dataclasses.fields(Rules)]
RULE_SETS = st.randoms(use_true_random=False).map(random_rules)


def fault(**fields: Any) -> str:
    """What `Rules` says against these fields."""
    with pytest.raises(RulesError) as caught:
        Rules(**fields)
    return str(caught.value)


class TestDefaults:
    def test_are_the_printed_game(self) -> None:
        assert dataclasses.astuple(Rules()) == (
            2, 2, ALL_CARDS, None, None, None, "6+4", "plain", True, "none", 0, (), None,
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("players", "each", "table", "batches"),
        [(2, 6, 4, 12), (3, 5, 5, 8), (4, 5, 4, 6), (5, 4, 4, 5), (6, 5, 2, 4)],
    )
    def test_the_table_of_deals(self, players: int, each: int, table: int, batches: int) -> None:
        rules = Rules(players=players)
        assert (rules.cards_each_first, rules.table_cards, rules.batches) == (each, table, batches)
        assert rules.cards_each_later == 4
        # Two packs are dealt to the last card.
        assert players * (each + 4 * (batches - 1)) + table == 104
        assert rules.number_of_deals == players

    def test_the_other_deal_for_two(self) -> None:
        rules = Rules(two_player_deal="5+6")
        assert (rules.cards_each_first, rules.table_cards, rules.batches) == (5, 6, 12)
        assert Rules(players=3, two_player_deal="5+6").cards_each_first == 5
        assert Rules(players=3, two_player_deal="5+6").table_cards == 5

    def test_sides_are_the_seats_or_the_teams(self) -> None:
        assert Rules(players=3).sides == ((0,), (1,), (2,))
        assert Rules(players=4, teams=((0, 2), (1, 3))).sides == ((0, 2), (1, 3))


class TestValidation:
    @pytest.mark.parametrize(
        ("field", "low", "high"),
        [("players", 2, 6), ("packs", 1, 2), ("last_capture_bonus", -1000, 1000)],
    )
    def test_numbers_have_bounds(self, field: str, low: int, high: int) -> None:
        for value in (low, high):
            assert getattr(Rules(**{field: value}), field) == value  # type: ignore[arg-type]
        for value in (low - 1, high + 1, 10**30):
            assert fault(**{field: value}) == f"{field} is {low} to {high}, not {value}"

    @pytest.mark.parametrize(("field", "low"), [("first_hand", 1), ("first_table", 0), ("later_hand", 1)])
    def test_sizes_have_bounds(self, field: str, low: int) -> None:
        assert getattr(Rules(**{field: low}), field) == low  # type: ignore[arg-type]
        for value in (low - 1, 105, 10**30):
            assert fault(**{field: value}) == f"{field} is {low} to 104, not {value}"

    @pytest.mark.parametrize(
        "field",
        ["players", "packs", "first_hand", "first_table", "later_hand", "last_capture_bonus", "deals"],
    )
    @pytest.mark.parametrize("value", [True, 3.0, "3", (), int])
    def test_numbers_are_integers(self, field: str, value: object) -> None:
        assert fault(**{field: value}) == f"{field} is an integer, not {value!r}"

    @pytest.mark.parametrize("field", ["players", "first_hand", "last_capture_bonus", "deals"])
    def test_numbers_too_long_to_print_are_refused_too(self, field: str) -> None:
        assert fault(**{field: 10**5000}).startswith(f"{field} is ")

    @pytest.mark.parametrize(
        ("field", "choices"),
        [
            ("two_player_deal", "'6+4' or '5+6'"),
            ("hand_values", "'plain' or 'nordic'"),
            ("first_sweep_credit", "'none' or 'dealer'"),
        ],
    )
    @pytest.mark.parametrize("value", ["no", "", None, 3, ["plain"], {}])
    def test_choices(self, field: str, choices: str, value: object) -> None:
        assert fault(**{field: value}) == f"{field} is {choices}, not {value!r}"

    @pytest.mark.parametrize("value", [1, 0, "yes", None])
    def test_court_sums_is_a_bool(self, value: object) -> None:
        assert fault(court_sums=value) == f"court_sums is True or False, not {value!r}"

    def test_a_deck_is_a_set_of_cards(self) -> None:
        assert Rules(deck="AS 2S 3C 10D TD", first_hand=1, first_table=0).deck == {  # type: ignore[arg-type]
            Card("AS"), Card("2S"), Card("3C"), Card("TD"),
        }  # fmt: skip
        assert fault(deck=3) == "deck is a set of cards, not 3"
        assert fault(deck=None) == "deck is a set of cards, not None"
        assert fault(deck=[None]).startswith("deck is a set of cards, not ")
        assert fault(deck="XX") == (
            "deck: 'XX' is not a card; a card is a rank of A23456789TJQK and a letter of CDHS"
        )
        assert fault(deck=[52]) == "deck: a card number is 0 to 51, not 52"

    def test_the_first_batch_must_be_there(self) -> None:
        assert fault(deck="AS 2S") == (
            "the first batch needs 16 cards for 2 players, and 2 packs of 2 have 4"
        )
        assert fault(players=6, first_hand=18) == (
            "the first batch needs 110 cards for 6 players, and 2 packs of 52 have 104"
        )
        assert Rules(players=6, first_hand=17, first_table=2).batches == 1
        assert Rules(players=6, packs=1, first_hand=8, first_table=2, later_hand=1).batches == 1

    def test_cards_that_fill_no_batch_stay_out(self) -> None:
        assert Rules(players=6, later_hand=5).batches == 3
        assert Rules(players=6, later_hand=100).batches == 1

    @pytest.mark.parametrize(
        ("players", "teams"),
        [
            (2, ((0,), (1,))),
            (3, ((0, 1, 2),)),
            (4, ((0, 1), (2, 3))),
            (4, ((0, 2),)),
            (4, ((0, 2), (1, 3), (0, 2))),
            (6, ((0, 1), (2, 3), (4, 5))),
            (6, ((0, 3), (1, 4))),
            (6, ((0, 2, 4, 1), (3, 5))),
            (4, ((0, 2), (1, 10**3))),
        ],
    )
    def test_other_teams_are_refused(self, players: int, teams: Any) -> None:
        assert fault(players=players, teams=teams).startswith(f"{players} players can team up as ")
        assert repr(teams) in fault(players=players, teams=teams)

    @pytest.mark.parametrize("teams", [3, None, "02", (0, 2), ((0, "2"), (1, 3)), ((0, True), (1, 3))])
    def test_teams_are_tuples_of_seats(self, teams: Any) -> None:
        assert fault(players=4, teams=teams) == f"teams are tuples of seats, not {teams!r}"

    def test_teams_are_written_in_one_way(self) -> None:
        assert Rules(players=4, teams=[[3, 1], [2, 0]]).teams == ((0, 2), (1, 3))  # type: ignore[arg-type]
        assert Rules(players=6, teams=((1, 3, 5), (0, 2, 4))).teams == ((0, 2, 4), (1, 3, 5))

    def test_deals_are_a_multiple_of_the_players(self) -> None:
        assert Rules(players=3, deals=6).number_of_deals == 6
        assert fault(players=3, deals=4) == "4 deals cannot be dealt equally often by 3 players"
        for deals in (0, 1001):
            assert fault(deals=deals) == f"deals is 1 to 1000, not {deals}"


class TestAsAValue:
    @given(RULE_SETS)
    def test_copies_are_equal(self, rules: Rules) -> None:
        for other in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
            assert other == rules
            assert hash(other) == hash(rules)
        assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
        assert rules.replace() == rules

    @given(RULE_SETS)
    def test_reference_and_engine_mean_the_same(self, rules: Rules) -> None:
        other = reference_rules(rules)
        for name in ("cards_each_first", "table_cards", "cards_each_later", "batches", "number_of_deals"):
            assert getattr(rules, name) == getattr(other, name)
        assert rules.sides == other.sides

    def test_text_names_what_differs(self) -> None:
        assert format_rules(Rules()) == ""
        rules = Rules(
            players=4,
            court_sums=False,
            teams=((0, 2), (1, 3)),
            deck=frozenset(map(Card, range(40))),
            last_capture_bonus=1,
        )
        words = dict(word.split("=") for word in format_rules(rules).split())
        assert list(words) == ["players", "deck", "court_sums", "last_capture_bonus", "teams"]
        assert (words["players"], words["court_sums"], words["teams"]) == ("4", "no", "0,2/1,3")
        assert words["deck"].startswith("AC,2C,3C,")

    def test_immutable(self) -> None:
        with pytest.raises(dataclasses.FrozenInstanceError):
            Rules().players = 3  # type: ignore[misc]

    def test_unknown_fields_are_refused(self) -> None:
        with pytest.raises(RulesError, match="no rule is named 'player'; the rules are players, packs,"):
            Rules.from_dict({"player": 3})
        with pytest.raises(RulesError, match="no rule is named 'player'"):
            Rules().replace(player=3)
        with pytest.raises(RulesError, match="rules are a mapping of fields, not 3"):
            Rules.from_dict(3)  # type: ignore[arg-type]
        with pytest.raises(RulesError, match="players is 2 to 6, not 7"):
            Rules.from_dict({"players": 7})


class TestCards:
    def test_numbers_and_texts(self) -> None:
        texts = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
        assert [str(Card(number)) for number in range(52)] == texts
        assert [Card(text) for text in texts] == list(range(52))
        assert Card(" 10d ") == Card("TD") == 22
        assert (Card("QS").suit, Card("QS").rank) == (Suit.SPADES, 11)
        assert (repr(Card("QS")), f"{Card('QS'):>4}", f"{Suit.SPADES}", Suit.SPADES.letter) == (
            "Card('QS')", "  QS", "spades", "S",
        )  # fmt: skip

    @pytest.mark.parametrize(
        "text", ["", "5", "S", "5X", "1S", "S5", "55S", "10", "5SS", "\N{ARABIC-INDIC DIGIT FIVE}S"]
    )
    def test_other_texts_are_refused(self, text: str) -> None:
        with pytest.raises(CardError, match="is not a card; a card is a rank of"):
            Card(text)

    @pytest.mark.parametrize("number", [-1, 52, 10**30])
    def test_other_numbers_are_refused(self, number: int) -> None:
        with pytest.raises(CardError, match=f"a card number is 0 to 51, not {number}"):
            Card(number)

    @pytest.mark.parametrize("value", [None, 1.0, True, b"5S", [5]])
    def test_other_things_are_refused(self, value: Any) -> None:
        with pytest.raises(InputTypeError, match="a card is an integer or a text, not"):
            Card(value)

    @given(st.lists(st.sampled_from(sorted(ALL_CARDS) * 2), max_size=20, unique_by=id))
    def test_texts_of_many_cards_read_back(self, cards: list[Card]) -> None:
        assert parse_cards(format_cards(cards)) == tuple(cards)

    def test_no_cards_are_a_dash(self) -> None:
        assert parse_cards("-") == ()
        assert format_cards([]) == "-"
        for text in ("", "  ", "- -", "5C -"):
            with pytest.raises(CabbageError):
                parse_cards(text)
        assert cards_of_masks(0b11, 0b10) == (Card("AC"), Card("2C"), Card("2C"))

    def test_a_card_pickles(self) -> None:
        assert type(pickle.loads(pickle.dumps(Card("5S")))) is Card
        assert type(copy.deepcopy(Card("5S"))) is Card
