"""The text form of views: round trips, faults with their place, any text."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import krypkasino, las_vegan, notation
from cabbage.errors import CabbageError, InputTypeError, NotationError, RulesError, SetupError, ViewError
from cabbage.notation import format_position, format_view, parse_position, parse_setup, parse_view
from compare import random_rules
from compare_krypkasino import random_rules as random_deal_rules
from test_notation import edited, timed
from test_worlds import random_position as random_round
from test_worlds_krypkasino import random_position as random_deal

SEEDS = st.integers(0, 2**32 - 1)

LAS_VEGAN = """\
las-vegan view 1
rules players=3 hand_size=5
casino 1 G 5
golden -3 min
tokens +1 -2 -1 -3
placed - t0 -
leader 1
seat 2
hands 3 | 2 | G013
voids P | - | RB
piles R789 | P789 | -
trick B5"""
KRYPKASINO = """\
krypkasino view 1
rules players=3
dealer 0
turn 0
seat 1
hands 4 | 6C AD 7D | 3
lacks - | JC JD JH JS | QC QD QH QS
table 5H QS
stock 84
piles JH AS TS | 5C 5S | 6H 3S 3S
sweeps +5 +0 -5
last 2
captured 0"""


class TestRoundTrips:
    @pytest.mark.parametrize("game", ["las-vegan", "krypkasino"])
    @settings(max_examples=60)
    @given(seed=SEEDS)
    def test_views_of_random_positions(self, game: str, seed: int) -> None:
        rng = random.Random(seed)
        state: Any
        if game == "las-vegan":
            state = random_round(rng, random_rules(rng))
        else:
            state = random_deal(rng, random_deal_rules(rng))
        for seat in range(state.num_players):
            view = state.observe(seat)
            one_line = rng.random() < 0.5
            text = format_view(view, one_line=one_line)
            assert (len(text.splitlines()) == 1) == one_line
            again = parse_view(text)
            assert again == view
            assert hash(again) == hash(view)
            assert format_view(again, one_line=one_line) == text
            assert eval(repr(view), {"notation": notation}) == view
            assert again.resample(seed) == view.resample(seed)

    @pytest.mark.parametrize("text", [LAS_VEGAN, KRYPKASINO])
    def test_written_as_documented(self, text: str) -> None:
        view = parse_view(text)
        assert format_view(view) == text
        assert format_view(view, one_line=True) == text.replace("\n", "; ")
        assert repr(view) == f"notation.parse_view({text.replace(chr(10), '; ')!r})"
        kind: Any = las_vegan.View if text is LAS_VEGAN else krypkasino.View
        assert type(view) is kind

    def test_ends(self) -> None:
        for state in (las_vegan.Round.deal(1), krypkasino.Deal.deal(1, krypkasino.Rules(players=3))):
            while not state.is_terminal:
                state.play(state.legal_moves()[0])
            text = format_view(state.observe(1))
            assert f"hands {' | '.join('-' * state.num_players)}" in text
            assert "stock" not in text
            assert parse_view(text) == state.observe(1)

    @settings(max_examples=30)
    @given(st.permutations(LAS_VEGAN.split("\n")[1:]), st.permutations(KRYPKASINO.split("\n")[1:]))
    def test_fields_stand_in_any_order(self, first: list[str], second: list[str]) -> None:
        for text, fields in ((LAS_VEGAN, first), (KRYPKASINO, second)):
            assert parse_view("\n".join([text.split("\n")[0], *fields])) == parse_view(text)

    @pytest.mark.parametrize(
        ("line", "other"),
        [
            (9, "hands +3 | 02 | G0 g1 G3"),
            (10, "voids P | - | b r"),
            (10, "voids p | - | BR # R"),
        ],
    )
    def test_other_ways_to_write_the_same(self, line: int, other: str) -> None:
        assert parse_view(edited(LAS_VEGAN, line, other)) == parse_view(LAS_VEGAN)

    def test_what_the_open_trick_shows_need_not_be_written(self) -> None:
        text = LAS_VEGAN.replace("trick B5", "trick B5 R6").replace("| G013", "| G01")
        text = text.replace("voids P | - | RB", "voids P | - | -")
        view = parse_view(text)
        assert view.voids[2] == (las_vegan.Suit.BLUE,)
        assert format_view(view) == text.replace("voids P | - | -", "voids P | - | B")

    def test_what_may_be_left_out(self) -> None:
        view = krypkasino.Deal.deal(1).observe(0)
        for line in ("turn 1\n", "dealer 0\n"):
            assert parse_view(format_view(view).replace(line, "")) == view

    def test_what_a_view_text_is_not(self) -> None:
        with pytest.raises(InputTypeError, match="the view is a View of las_vegan or krypkasino, not "):
            format_view(las_vegan.Round.deal(1))  # type: ignore[arg-type]
        with pytest.raises(InputTypeError, match=r"the state is a las_vegan.Round or a krypkasino.Deal"):
            format_position(parse_view(LAS_VEGAN))
        with pytest.raises(InputTypeError, match="a text is a str, not bytes"):
            parse_view(b"las-vegan view 1")  # type: ignore[arg-type]


HEADERS = "the header is 'las-vegan view 1'"
# The line of LAS_VEGAN that is replaced, by what, and the column and the message of its fault.
FAULTS = [
    (1, "las-vega view 1", 1,
     "a text starts with 'las-vegan view 1' or 'krypkasino view 1', not with 'las-vega'"),
    (1, "las-vegan view", 11, HEADERS),
    (1, "las-vegan place 1", 11, HEADERS),
    (1, "las-vegan view 1 2", 18, HEADERS),
    (1, "las-vegan view 2", 16, "version '2' of the notation is unknown; this is 1"),
    (1, "las-vegan position 1", 11, "this is a position, not a view"),
    (1, "las-vegan deal 1", 11, "this is a deal, not a view"),
    (4, "golden -3 mid", 11, "the golden token lies on min or max, not on 'mid'"),
    (8, "seat two", 6, "'two' is not a seat, a whole number"),
    (8, "seat 1 2", 8, "the field seat is one number"),
    (8, "seat", 1, "the field seat is empty"),
    (8, "seet 2", 1, "a view has no field 'seet'; the fields are rules, casino, golden, tokens, leader, "
     "hands, placed, piles, trick, decide, seat, voids"),
    (9, "hands 3 | R5 | G013", 11, "'R5' is not the size of the hand of seat 1, a number or - for none"),
    (9, "hands -3 | 2 | G013", 7, "'-3' is not the size of the hand of seat 0, a number or - for none"),
    (9, "hands 3 1 | 2 | G013", 9, "the size of the hand of seat 0 is one number"),
    (9, "hands - - | 2 | G013", 9, "the size of the hand of seat 0 is one number"),
    (9, "hands 1234567890 | 2 | G013", 7, "'1234567890' is not the size of the hand of seat 0"),
    (9, "hands 3 | 2 | 3", 15, "'3' in '3' is not a suit letter with ranks"),
    (9, "hands 3 | 2 | G0133", 15, "G3 stands twice in 'G0133'"),
    (9, "hands 3 | 2 |", 13, "no cards at the end of hands; write - for none"),
    (9, "hands 3 | | G013", 11, "no cards before this '|' of hands; write - for none"),
    (10, "voids P | - | RX", 15, "'RX' is not suits; they are letters of RPGB, or - for none"),
    (10, "voids P | - | R5", 15, "'R5' is not suits; they are letters of RPGB, or - for none"),
    (10, "voids P | - | RBR", 15, "suit R stands twice"),
    (10, "voids P | - | R b B", 19, "suit B stands twice"),
    (10, "voids P | - R | RB", 11, "'-' is no suits at all and stands alone"),
    (10, "voids P | - | ", 13, "no cards at the end of voids; write - for none"),
    (10, "lacks - | - | -", 1, "a view has no field 'lacks'"),
]  # fmt: skip
# The same of KRYPKASINO.
DEAL_FAULTS = [
    (6, "hands 4 | 6C AD 10 | 3", 17, "'10' is not a card, as AS or TD is"),
    (6, "hands 4D | 6C AD 7D | 3", 7, "'4D' is not the size of the hand of seat 0, a number or - for none"),
    (7, "lacks - | 2C 2D 2C | TC", 17, "card 2C stands twice"),
    (7, "lacks - | 2C - | TC", 14, "'-' is no cards at all and stands alone"),
    (7, "voids - | - | -", 1, "a view has no field 'voids'; the fields are rules, dealer, hands, table, "
     "stock, turn, piles, aside, sweeps, last, captured, seat, lacks"),
    (9, "stock 5C 6C", 7, "'5C' is not the size of the stock, a number or - for none"),
    (9, "stock 84 1", 10, "the size of the stock is one number"),
]  # fmt: skip


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "line", "new", "column", "message"),
        [
            (text, *fault)
            for text, faults in ((LAS_VEGAN, FAULTS), (KRYPKASINO, DEAL_FAULTS))
            for fault in faults
        ],
        ids=[repr(new) for _, new, *_ in FAULTS + DEAL_FAULTS],
    )
    def test_grammar_faults_name_line_and_column(
        self, text: str, line: int, new: str, column: int, message: str
    ) -> None:
        with pytest.raises(NotationError) as caught:
            parse_view(edited(text, line, new))
        assert str(caught.value).startswith(f"line {line}, column {column}: {message}")

    @pytest.mark.parametrize("text", [LAS_VEGAN, KRYPKASINO])
    def test_missing_fields_are_named(self, text: str) -> None:
        others = ("casino", "golden", "tokens") if text is LAS_VEGAN else ("table",)
        for field in ("hands", "seat", *others):
            lines = [line for line in text.split("\n") if not line.startswith(field)]
            with pytest.raises(NotationError) as caught:
                parse_view("\n".join(lines))
            assert str(caught.value) == f"line {len(lines)}, column 1: the field {field} is missing"

    @pytest.mark.parametrize("text", ["", " \n\n", "# las-vegan view 1", ";;;"])
    def test_empty_texts(self, text: str) -> None:
        with pytest.raises(NotationError, match=r"^line 1, column 1: the text is empty$"):
            parse_view(text)

    @pytest.mark.parametrize("text", [LAS_VEGAN, KRYPKASINO])
    def test_a_view_is_no_position(self, text: str) -> None:
        column = text.index("view") + 1
        for parse, kind in ((parse_position, "deal or position"), (notation.parse_deal, "deal")):
            with pytest.raises(NotationError) as caught:
                parse(text)
            assert str(caught.value) == f"line 1, column {column}: this is a view, not a {kind}"
        with pytest.raises(NotationError, match="this is a view, not a deal or position"):
            parse_setup(text)
        with pytest.raises(CabbageError, match="a text is a deal or a position, not 'view'"):
            parse_setup(text, kind="view")

    @pytest.mark.parametrize(
        ("text", "line", "new", "error", "message"),
        [
            (LAS_VEGAN, 2, "rules players=7", RulesError, "players is 2 to 6, not 7"),
            (LAS_VEGAN, 2, "rules hand_size=5", SetupError, "3 hands for 4 players"),
            (LAS_VEGAN, 8, "seat 3", CabbageError, "a seat is 0 to 2, not 3"),
            (LAS_VEGAN, 8, "seat -1", CabbageError, "a seat is 0 to 2, not -1"),
            (LAS_VEGAN, 7, "leader 3", SetupError, "the leader is seat 3; the seats are 0 to 2"),
            (LAS_VEGAN, 9, "hands 3 | 3 | G013", SetupError,
             "seat 1 holds 3 cards; after 2 complete tricks and a card to the open one it must hold 2"),
            (LAS_VEGAN, 9, "hands 30 | 2 | G013", ViewError,
             "other hands are 32 cards, and only 30 are hidden from seat 2"),
            (LAS_VEGAN, 10, "voids - | - | G", ViewError, "seat 2 has shown to have no green, and holds G0"),
            (LAS_VEGAN, 10, "voids - | - | GR", ViewError, "seat 2 has shown to have no green, and holds G0"),
            (LAS_VEGAN, 10, "voids - | B | -", ViewError,
             "seat 1 has shown to have no blue, and has played B5 to the open trick"),
            (LAS_VEGAN, 10, "voids - | -", ViewError, "voids of 2 seats for 3 players"),
            (LAS_VEGAN, 10, "voids RPGB | - | -", ViewError,
             "seat 0 holds 3 cards, and only 0 of the 30 hidden from seat 2 can be theirs: "
             "seat 0 has no red, no purple, no green, no blue"),
            (KRYPKASINO, 5, "seat 4", CabbageError, "a seat is 0 to 2, not 4"),
            (KRYPKASINO, 6, "hands 4 | 6C AD 7D | 2", SetupError, "103 cards in all; these rules deal 104; "
             "seat 2 holds 2 cards; with seat 0 to move it must hold 3"),
            (KRYPKASINO, 9, "stock 83", SetupError, "103 cards in all; these rules deal 104; "
             "83 cards in the stock; a batch takes 12"),
            (KRYPKASINO, 7, "lacks - | 7D | -", ViewError, "seat 1 has shown not to hold 7D, and holds it"),
            (KRYPKASINO, 9, "stock 180", ViewError,
             "other hands are 7 cards and the stock is 180, and only 91 are hidden from seat 1"),
        ],
    )  # fmt: skip
    def test_impossible_views_have_their_own_errors(
        self, text: str, line: int, new: str, error: type[Exception], message: str
    ) -> None:
        with pytest.raises(error) as caught:
            parse_view(edited(text, line, new))
        assert str(caught.value).startswith(message)


WORDS = st.sampled_from([
    *"\n;#|-=,/ \t\0", *(LAS_VEGAN + " " + KRYPKASINO).split(), "t9", "R", "-1", "999999999", "\u0661",
    "deck=R7", "first_hand=17", "players=6", "later_hand=9", "\udc80", "\x0c",
])  # fmt: skip


class TestAnyText:
    @staticmethod
    def check_any(text: str) -> None:
        with contextlib.suppress(CabbageError):
            timed(parse_view, text)

    @given(st.text())
    def test_random_texts(self, text: str) -> None:
        self.check_any(text)
        self.check_any(LAS_VEGAN + "\n" + text)

    @given(st.lists(WORDS))
    def test_random_words(self, words: list[str]) -> None:
        for header in ("", "las-vegan view 1\n", "krypkasino view 1\n"):
            self.check_any(header + " ".join(words))

    @settings(max_examples=300)
    @given(st.sampled_from([LAS_VEGAN, KRYPKASINO]), st.data())
    def test_valid_texts_with_a_change(self, text: str, data: st.DataObject) -> None:
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 5)))
        self.check_any(text[:start] + data.draw(WORDS | st.text(max_size=3)) + text[end:])

    @pytest.mark.parametrize(
        ("line", "unit"), [(9, "R1 | "), (9, "5 | "), (9, "- "), (10, "R "), (10, "RRR"), (8, "1 ")]
    )
    def test_a_hundred_thousand_words(self, line: int, unit: str) -> None:
        field = LAS_VEGAN.splitlines()[line - 1].split()[0]
        with pytest.raises(CabbageError) as caught:
            timed(parse_view, edited(LAS_VEGAN, line, f"{field} {unit * 100_000}"))
        assert len(str(caught.value)) < 1000
