"""The text forms of deals, positions and rules: round trips, faults with their place, any text."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import notation
from cabbage.cards import CardSet, CasinoCard
from cabbage.errors import CabbageError, InputTypeError, NotationError, RulesError, SetupError
from cabbage.las_vegan import Round, Rules, Setup
from cabbage.notation import (
    format_deal,
    format_position,
    format_rules,
    parse_deal,
    parse_position,
    parse_rules,
    parse_setup,
)
from compare import random_rules

SEEDS = st.integers(0, 2**32 - 1)
RULE_SETS = st.randoms(use_true_random=False).map(random_rules)

POSITION = """\
las-vegan position 1
rules players=3 hand_size=5
casino 1 G 5
golden -3 min
tokens +1 -2 -1 -3
placed - t0 -
leader 1
hands R012 | P01 | G01
piles R789 | P78 G7 | -
trick B5 B6"""
DECISION = """\
las-vegan position 1
rules players=3 hand_size=5
casino 1 G 5
golden -3 max
tokens +1 -2 -1 -3
leader 1
hands R012 | P01 B5 | G01 B6
piles R789 | P78 G7 | -
decide 2"""
DEAL = """\
las-vegan deal 1
rules players=2 hand_size=3
casino 2 3 R
golden -3
tokens -1 +1 -2 -2
leader 1
hands G0 B23 | P8 G17"""


def dealt(rules: Rules, rng: random.Random) -> Round:
    number, leader = rng.randrange(rules.rounds), rng.randrange(rules.players)
    return Round.deal(rng.getrandbits(64), rules, number=number, leader=leader)


class TestRoundTrips:
    @given(RULE_SETS, SEEDS)
    def test_every_position_of_a_round(self, rules: Rules, seed: int) -> None:
        rng = random.Random(seed)
        state = dealt(rules, rng)
        deal = state.copy()
        while True:
            one_line = rng.random() < 0.5
            text = format_position(state, one_line=one_line)
            assert len(text.splitlines()) == 1 or not one_line
            again = parse_position(text)
            assert again == state
            assert format_position(again, one_line=one_line) == text
            if state.is_terminal:
                break
            state.play(rng.choice(state.legal_moves()))
        for one_line in (False, True):
            text = format_deal(state, one_line=one_line)
            assert parse_deal(text) == parse_position(text) == deal

    @pytest.mark.parametrize("text", [POSITION, DECISION])
    def test_written_as_documented(self, text: str) -> None:
        state = parse_position(text)
        assert format_position(state) == text
        assert format_position(state, one_line=True) == text.replace("\n", "; ")
        assert (len(state.trick), state.to_place) in ((2, 0), (0, 2))

    def test_deal_is_written_as_documented_however_far_it_is_played(self) -> None:
        state = parse_deal(DEAL)
        while not state.is_terminal:
            state.play(state.legal_moves()[-1])
            assert format_deal(state) == DEAL
            assert format_deal(state, one_line=True) == DEAL.replace("\n", "; ")

    @pytest.mark.parametrize("text", [POSITION, DECISION])
    def test_a_round_set_up_in_mid_play_has_no_deal(self, text: str) -> None:
        state = parse_position(text)
        state.play(state.legal_moves()[0])
        with pytest.raises(SetupError, match=r"^the round was set up in the middle of play"):
            format_deal(state)

    def test_repr_makes_the_round_again(self) -> None:
        state = notation.parse_position(POSITION)
        assert eval(repr(state)) == state

    @given(RULE_SETS)
    def test_rules(self, rules: Rules) -> None:
        text = format_rules(rules)
        assert parse_rules(text) == rules
        assert parse_rules("\n; ".join(text.split(" "))) == rules

    def test_rules_as_documented(self) -> None:
        rules = Rules(
            players=2,
            rounds=1,
            starting_cabbages=9,
            hand_size=3,
            deck=CardSet("R01234567"),
            casino_deck=(CasinoCard(0), CasinoCard("G"), CasinoCard(7)),
            golden_faces=(0, -99),
            token_faces=((1, -1), (2, 2)),
            optional_tokens=False,
            golden_tie="none",
            next_leader="last_trick_winner",
        )
        assert format_rules(rules) == (
            "players=2 rounds=1 starting_cabbages=9 hand_size=3 deck=R01234567 casino_deck=0,G,7 "
            "golden_faces=0,-99 token_faces=1,-1/2,2 optional_tokens=no golden_tie=none "
            "next_leader=last_trick_winner"
        )
        assert parse_rules(format_rules(rules)) == rules
        assert format_rules(Rules()) == ""
        assert parse_rules(" \n") == Rules()


class TestLayout:
    def test_comments_blank_lines_semicolons_and_spaces_do_not_matter(self) -> None:
        lines = POSITION.split("\n")
        forms = (
            "\n\n# before\n" + "\n \n".join(f"  {line}\t# {line}" for line in lines) + "\n#",
            ";;" + " ; ".join(lines) + ";",
            "\r\n".join(lines) + "\r\n",
            POSITION.replace(" ", " \t "),
            "; ".join(lines) + " # leader 2; trick R0",
        )
        for text in forms:
            assert parse_position(text) == parse_position(POSITION)

    @given(st.permutations(POSITION.split("\n")[1:]))
    def test_fields_stand_in_any_order(self, fields: list[str]) -> None:
        text = "\n".join([POSITION.split("\n")[0], *fields])
        assert parse_position(text) == parse_position(POSITION)

    def test_what_may_be_left_out(self) -> None:
        first = Round.deal(1)
        lines = format_position(first).split("\n")
        assert [line.split()[0] for line in lines[1:]] == [
            "casino", "golden", "tokens", "leader", "hands",
        ]  # fmt: skip
        assert parse_position("\n".join(x for x in lines if not x.startswith("lead"))) == first
        assert parse_position("\n".join([*lines, "rules", "decide 0", "placed - - -"])) == first

    def test_kinds(self) -> None:
        assert parse_position(DEAL) == parse_deal(DEAL)
        assert parse_setup(DEAL, kind="deal") == parse_setup(DEAL)
        assert isinstance(parse_setup(POSITION, kind="position")[0], Setup)


def edited(text: str, line: int, new: str) -> str:
    """`text` with one line, from 1, replaced."""
    lines = text.split("\n")
    lines[line - 1] = new
    return "\n".join(lines)


HEADER = "the header is 'las-vegan deal 1' or 'las-vegan position 1'"
POSITION_FIELDS = "rules, casino, golden, tokens, leader, hands, placed, piles, trick, decide"
# The line of POSITION that is replaced, by what, and the column and the message of its fault.
FAULTS: list[tuple[int, str, int, str]] = [
    (1, "las-vega position 1", 1, "a text starts with 'las-vegan deal 1' or 'las-vegan position 1' or "
     "'krypkasino deal 1' or 'krypkasino position 1', not with 'las-vega'"),
    (1, "las-vegan", 1, HEADER),
    (1, "las-vegan position", 11, HEADER),
    (1, "las-vegan place 1", 11, HEADER),
    (1, "las-vegan position 1 2", 22, HEADER),
    (1, "las-vegan position 2", 20, "version '2' of the notation is unknown; this is 1"),
    (1, "las-vegan position \u0661", 20,
     "version '\u0661' of the notation is unknown; this is 1"),
    (2, "rules players", 7, "'players' is not name=value"),
    (2, "rules players=3 hand=5", 17, "no rule is named 'hand'; the rules are players, rounds, "
     "starting_cabbages, hand_size, deck, casino_deck, golden_faces, token_faces, "
     "optional_tokens, golden_tie, next_leader"),
    (2, "rules players=3  players=3", 18, "the rule players stands twice"),
    (2, "rules players=", 7, "players: '' is not a whole number"),
    (2, "rules players=\u0663", 7, "players: '\u0663' is not a whole number"),
    (2, "rules players=3.0", 7, "players: '3.0' is not a whole number"),
    (2, "rules players=1234567890", 7, "players: '1234567890' is not a whole number"),
    (2, "rules players=" + "x" * 40, 7, f"players: '{'x' * 40}' is not a whole number"),
    (2, "rules players=" + "x" * 41, 7, f"players: '{'x' * 40}...' is not a whole number"),
    (2, "rules golden_faces=1,x", 7,
     "golden_faces: '1,x' is not numbers with commas between them"),
    (2, "rules token_faces=1,1/", 7, "token_faces: '' is not numbers with commas between them"),
    (2, "rules optional_tokens=True", 7, "optional_tokens: 'True' is not yes or no"),
    (2, "rules deck=R0,X1", 7,
     "deck: in 'X1': 'X1' is not a card; a card is a letter of RPGB and a digit"),
    (2, "rules casino_deck=1,2,x", 7, "casino_deck: 'x' is not a casino card; one is a digit, or "
     "a suit's letter or name"),
    (3, "casino 1 x 5", 10, "'x' is not a casino card; one is a digit or a suit letter"),
    (3, "casino", 1, "the field casino is empty"),
    (3, "casinos 1 2 3", 1, "a position has no field 'casinos'; the fields are " + POSITION_FIELDS),
    (4, "golden x", 8, "'x' is not the value of the golden token, a whole number"),
    (4, "golden -3 mid", 11, "the golden token lies on min or max, not on 'mid'"),
    (4, "golden -3 min 1", 15, "the field golden is a value and perhaps a side"),
    (4, "golden --3", 8, "'--3' is not the value of the golden token, a whole number"),
    (5, "tokens +1 -2 1.5 -3", 14, "'1.5' is not the value of a token, a whole number"),
    (5, "tokens + 1 2 3", 8, "'+' is not the value of a token, a whole number"),
    (6, "placed - 0 -", 10, "'0' is not a token; one is written t0 to t3, or - for none"),
    (6, "placed - t\xb2 -", 10,
     "'t\xb2' is not a token; one is written t0 to t3, or - for none"),
    (7, "leader one", 8, "'one' is not a seat, a whole number"),
    (7, "leader 1 2", 10, "the field leader is one number"),
    (10, "trick B5 B6;  trick B5", 15, "the field trick stands twice"),
    (8, "hands R012 | X01 | G01", 14,
     "in 'X01': 'X0' is not a card; a card is a letter of RPGB and a digit"),
    (8, "hands R012 | | G01", 14, "no cards before this '|' of hands; write - for none"),
    (8, "hands | P01 | G01", 7, "no cards before this '|' of hands; write - for none"),
    (8, "hands R012 | P01 |", 18, "no cards at the end of hands; write - for none"),
    (8, "hands R012 R0 | P01 | G01", 12, "card R0 stands twice in one set"),
    (8, "hands R0120 | P01 | G01", 7, "R0 stands twice in 'R0120'"),
    (8, "hands R012 | - P01 | G01", 14, "'-' "),
    (8, "hands R012 | P01 - | G01", 18, "'-' "),
    (8, "hands R012 | P01 | R" + "1" * 39, 20, f"R1 stands twice in 'R{'1' * 39}'"),
    (8, "hands R012 | P01 | R" + "1" * 100, 20, f"'R{'1' * 39}...' is no set of cards"),
    (9, "piles R789 | P78 G7 | --", 23,
     "in '--': '--' is not a card; a card is a letter of RPGB and a digit"),
    (10, "trick B5 B6; decide two", 21, "'two' is not a number of sevens, a whole number"),
    (10, "trick B5 B6 ;decide 1 1", 23, "the field decide is one number"),
    (10, "trick B5 10", 10, "'10' is not a card, as R5 is"),
    (10, "trick B5 B6;; # R0\nnonsense", 1,
     "a position has no field 'nonsense'; the fields are " + POSITION_FIELDS),
]  # fmt: skip


class TestFaults:
    @pytest.mark.parametrize(
        ("line", "new", "column", "message"), FAULTS, ids=[repr(new[:40]) for _, new, *_ in FAULTS]
    )
    def test_grammar_faults_name_line_and_column(
        self, line: int, new: str, column: int, message: str
    ) -> None:
        with pytest.raises(NotationError) as caught:
            parse_position(edited(POSITION, line, new))
        place = f"line {line + new.count(chr(10))}, column {column}: "
        assert str(caught.value).startswith(place + message)

    @pytest.mark.parametrize("field", ["casino", "golden", "tokens", "hands"])
    @pytest.mark.parametrize("text", [POSITION, DEAL])
    def test_missing_fields_are_named_with_a_place(self, field: str, text: str) -> None:
        lines = [line for line in text.split("\n") if not line.startswith(field)]
        with pytest.raises(NotationError) as caught:
            parse_position("\n".join(lines))
        place, _, what = str(caught.value).partition(": ")
        assert what == f"the field {field} is missing"
        assert place.startswith(f"line {len(lines)}, column ")

    @pytest.mark.parametrize("text", ["", " \n\n", "# las-vegan deal 1", ";;;"])
    def test_empty_texts(self, text: str) -> None:
        with pytest.raises(NotationError, match=r"^line 1, column 1: the text is empty$"):
            parse_position(text)

    @pytest.mark.parametrize("field", ["placed - - -", "piles - | -", "trick B5", "decide 0"])
    def test_a_deal_has_the_fields_of_a_deal_only(self, field: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_setup(f"{DEAL}\n{field}")
        assert str(caught.value) == (
            f"line 8, column 1: a deal has no field '{field.split()[0]}'; "
            "the fields are rules, casino, golden, tokens, leader, hands"
        )

    def test_a_position_is_no_deal(self) -> None:
        with pytest.raises(NotationError, match=r"^line 2, column 11: this is a position, not a d"):
            parse_deal("\n" + POSITION)
        with pytest.raises(NotationError, match=r"^line 1, column 11: this is a deal, not a pos"):
            parse_setup(DEAL, kind="position")

    def test_impossible_rules_and_positions_have_their_own_errors(self) -> None:
        with pytest.raises(RulesError, match=r"^players is 2 to 6, not 7$"):
            parse_position(edited(POSITION, 2, "rules players=7"))
        with pytest.raises(RulesError, match=r"^golden_tie is one of 'all', 'none', not 'x'$"):
            parse_rules("golden_tie=x")
        with pytest.raises(SetupError) as caught:
            parse_position(edited(edited(POSITION, 7, "leader 5"), 3, "casino 1 2"))
        assert caught.value.faults == (
            "the leader is seat 5; the seats are 0 to 2",
            "2 ordinary casino cards; a round has three",
        )
        with pytest.raises(SetupError, match=r"^the leader is seat 999999999; "):
            parse_position(edited(POSITION, 7, "leader 999999999"))
        with pytest.raises(SetupError, match=r"^1 tokens placed and 0 sevens to decide"):
            parse_deal(edited(DEAL, 4, "golden -3 min"))

    @pytest.mark.parametrize("parse", [parse_position, parse_deal, parse_setup, parse_rules])
    @pytest.mark.parametrize("value", [None, b"las-vegan deal 1", 5])
    def test_only_texts_are_parsed(self, parse: Callable[[object], object], value: object) -> None:
        with pytest.raises(InputTypeError, match=f"^a text is a str, not {type(value).__name__}$"):
            parse(value)


def timed(parse: Callable[[str], object], text: str) -> None:
    """Parse the text; whatever comes of it must come soon."""
    start = time.process_time()
    try:
        parse(text)
    finally:
        assert time.process_time() - start < 5


def check_any(text: str) -> None:
    """Every reader takes the text or raises a CabbageError."""
    for parse in (parse_position, parse_deal, parse_setup, parse_rules):
        with contextlib.suppress(CabbageError):
            timed(parse, text)


WORDS = st.sampled_from([
    *"\n;#|-=,/ \t\0", *(POSITION + DECISION + DEAL).split(), "t9", "R", "-1", "999999999",
    "\u0661", "1" * 5000, "deck=-", "casino_deck=", "deck=R7", "\udc80", "\x0c", "\u2028",
])  # fmt: skip


class TestAnyText:
    @given(st.text())
    def test_random_texts(self, text: str) -> None:
        check_any(text)
        check_any(DEAL + "\n" + text)

    @given(st.lists(WORDS))
    def test_random_words(self, words: list[str]) -> None:
        check_any(" ".join(words))
        check_any("las-vegan position 1\n" + " ".join(words))

    @given(st.sampled_from([POSITION, DECISION, DEAL]), st.data())
    def test_valid_texts_with_a_change(self, text: str, data: st.DataObject) -> None:
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 5)))
        check_any(text[:start] + data.draw(WORDS | st.text(max_size=3)) + text[end:])

    @pytest.mark.parametrize("unit", [*";#\n \t", "# ", ";\n"])
    def test_a_million_characters_of_nothing(self, unit: str) -> None:
        long = unit * (1_000_000 // len(unit))
        assert parse_rules(long) == Rules()
        assert parse_position(f"{DEAL}\n{long}") == parse_position(DEAL)
        with pytest.raises(NotationError, match=r"^line 1, column 1: the text is empty$"):
            parse_position(long)

    @pytest.mark.parametrize("unit", [*"a=-\0R9,/\u0661", "1,", "players=3 "])
    def test_a_million_characters_of_nonsense(self, unit: str) -> None:
        long = unit * (1_000_000 // len(unit))
        for text in (long, f"{DEAL}\n{long}", edited(POSITION, 8, f"hands {long}x")):
            with pytest.raises(CabbageError) as caught:
                timed(parse_position, text)
            assert len(str(caught.value)) < 1000

    @pytest.mark.parametrize(("line", "unit"), [
        (2, "deck=R,"), (3, "1 "), (5, "-1 "), (6, "t1 "), (8, "R1 | "), (8, "- | "), (9, "R1 "),
        (10, "R1 "),
    ])  # fmt: skip
    def test_a_hundred_thousand_words(self, line: int, unit: str) -> None:
        field = POSITION.splitlines()[line - 1].split()[0]
        with pytest.raises(CabbageError) as caught:
            timed(parse_position, edited(POSITION, line, f"{field} {unit * 100_000}"))
        assert len(str(caught.value)) < 1000
