"""Krypkasino's set-ups: every impossible position has its own message, no reachable one has any, and
none endangers the interpreter."""

from __future__ import annotations

import dataclasses
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import _engine
from cabbage._deal import Deal
from cabbage._krypkasino_cards import Card
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from cabbage.errors import CabbageError, CardError, InputTypeError, SetupError
from compare_krypkasino import random_deal, random_rules

# Two packs of twelve cards for three players: two cards each and two to the table, then two batches
# of two each, and four cards out of play.
RULES = Rules(
    players=3,
    deck="AC 2C 3C 4C 5C JC QC KC AS 2S TD KD",  # type: ignore[arg-type]
    first_hand=2,
    first_table=2,
    later_hand=2,
)
# Seat 1 has taken a sweep, on which seat 2 crept; seat 0 is to move in the first batch.
MIDDLE: dict[str, Any] = {
    "hands": ("AC AC", "2C", "3C"),
    "table": "4C",
    "stock": "5C KC AS 2S TD KD KC AS 2S TD KD JC",
    "dealer": 0,
    "current_player": 0,
    "piles": ("-", "5C 2C 3C", "-"),
    "sweep_points": (0, 5, 0),
    "last_player": 2,
    "last_capturer": 1,
}
FRESH: dict[str, Any] = {
    "hands": ("AC AC", "2C 2C", "3C 4C"),
    "table": "5C 3C",
    "stock": "5C KC AS 2S TD KD KC AS 2S TD KD JC",
}
# The last batch, each with a card left; court cards lie aside.
LATE: dict[str, Any] = {
    "hands": ("AC", "2C", "3C"),
    "table": "4C QC",
    "dealer": 2,
    "current_player": 0,
    "piles": ("5C KC AS 2S TD KD", "-", "AC 2C KC AS 2S TD"),
    "aside": "KD JC JC",
    "sweep_points": (5, 0, -5),
    "last_player": 2,
    "last_capturer": 2,
}
OVER: dict[str, Any] = {
    **LATE,
    "hands": ("-", "-", "-"),
    "table": "-",
    "aside": "-",
    "piles": (*LATE["piles"][:2], LATE["piles"][2] + " AC 2C 3C 4C QC KD JC JC"),
}

RULE_SETS = st.randoms(use_true_random=False).map(random_rules)


def setup(base: dict[str, Any], **changes: Any) -> Setup:
    return Setup(**{**base, **changes})


FAULTS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (MIDDLE, {"hands": ("AC AC", "2C 3C")}, "2 hands for 3 players"),
    (MIDDLE, {"piles": ("-", "5C 2C 3C")}, "2 piles for 3 players"),
    (MIDDLE, {"sweep_points": (0, 5)}, "2 sweep points for 3 players"),
    (MIDDLE, {"dealer": 3}, "the dealer is seat 3; the seats are 0 to 2"),
    (MIDDLE, {"current_player": -1}, "the current player is seat -1; the seats are 0 to 2"),
    (MIDDLE, {"last_player": 10**30}, f"the last player is seat {10**30}; the seats are 0 to 2"),
    (MIDDLE, {"last_capturer": 3}, "the last capturer is seat 3; the seats are 0 to 2"),
    (MIDDLE, {"table": "6C"}, "card 6C is not in the deck"),
    (MIDDLE, {"table": "AC"}, "card AC is there 3 times, in 2 packs"),
    (MIDDLE, {"table": "4C 4C"}, "21 cards in all; these rules deal 20"),
    (MIDDLE, {"table": "-"}, "19 cards in all; these rules deal 20"),
    (
        MIDDLE,
        {"table": "4C KD", "stock": "5C KC AS 2S TD KD KC AS 2S TD JC"},
        "11 cards in the stock; a batch takes 6",
    ),
    (
        FRESH,
        {
            "hands": ("-", "-", "-"),
            "table": "-",
            "stock": FRESH["stock"] + " AC AC 2C 2C 3C 4C 5C 3C",
            "piles": (),
        },
        "20 cards in the stock; a batch takes 6",
    ),
    (
        FRESH,
        {
            "hands": ("-", "2C", "-"),
            "table": "-",
            "current_player": 1,
            "stock": FRESH["stock"] + " AC AC 3C 4C 5C 3C",
            "piles": ("2C", "-", "-"),
            "last_player": 0,
            "last_capturer": 0,
        },
        "18 cards in the stock; these rules leave 12",
    ),
    (LATE, {"table": "JC QC", "aside": "KD 4C JC"}, "card 4C is put aside, and is no court card"),
    (
        FRESH,
        {"hands": ("AC AC 4C", "2C 2C", "3C")},
        "seat 0 holds 3 cards; with seat 1 to move it must hold 2",
    ),
    (
        MIDDLE,
        {"hands": ("AC AC", "2C", "-"), "table": "4C 3C"},
        "seat 2 holds 0 cards; with seat 0 to move it must hold 1",
    ),
    (
        LATE,
        {
            "hands": ("AC 4C QC", "2C KD JC", "3C JC 5C"),
            "table": "-",
            "aside": "-",
            "piles": ("KC AS 2S TD KD", "-", "AC 2C KC AS 2S TD"),
        },
        "seat 0 holds 3 cards of a batch of 2",
    ),
    (
        {**LATE, "stock": "5C KC AS 2S TD KD"},
        {"hands": ("-", "-", "-"), "table": "4C QC AC 2C 3C", "piles": ("-", "-", LATE["piles"][2])},
        "all hands are empty, and the next batch has not been dealt",
    ),
    (MIDDLE, {"last_player": 1}, "seat 2 played before seat 0, not seat 1"),
    (MIDDLE, {"last_player": None}, "seat 2 played before seat 0, not nobody"),
    (FRESH, {"last_player": 0}, "seat 0 cannot have played: no card has been"),
    (MIDDLE, {"last_capturer": None}, "seat 1 has won cards, and nobody has captured"),
    (MIDDLE, {"last_capturer": 0}, "seat 0 captured last, and its pile is empty"),
    (
        OVER,
        {"table": "4C", "piles": (*OVER["piles"][:2], LATE["piles"][2] + " AC 2C 3C QC KD JC JC")},
        "the deal is over, and the last capturer has not taken what is left",
    ),
    (MIDDLE, {"sweep_points": (0, 7, -7)}, "seat 1 has 7 sweep points; sweeps count 5 or 10"),
    (LATE, {"sweep_points": (35, -5, -30)}, "seat 0 has 35 sweep points; the piles allow 30 at most"),
    (
        LATE,
        {"sweep_points": (30, 0, -30), "piles": ("5C KC AS 2S TD KD", "AC", "2C KC AS 2S TD")},
        "the pile of seat 1 is one card; a capture is two or more",
    ),
    (MIDDLE, {"sweep_points": (0, -5, 0)}, "sweep points come to -5; what one seat gets another gives"),
    (FRESH, {"sweep_points": (5, -5, 0)}, "there are sweep points, and nobody has won a card"),
]


class TestFaults:
    @pytest.mark.parametrize("base", [MIDDLE, FRESH, LATE, OVER], ids=["middle", "fresh", "late", "over"])
    def test_the_bases_of_the_faults_below_have_none(self, base: dict[str, Any]) -> None:
        stated = setup(base)
        assert stated.faults(RULES) == []
        state = Deal.from_setup(stated, RULES)
        assert state.is_terminal == (base is OVER)
        again = state.setup()
        assert again.faults(RULES) == []
        assert Deal.from_setup(again, RULES) == state
        assert (again.hands, again.table, again.stock) == (stated.hands, stated.table, stated.stock)

    @pytest.mark.parametrize(("base", "changes", "fault"), FAULTS, ids=[fault[:40] for _, _, fault in FAULTS])
    def test_each_fault_has_its_sentence(
        self, base: dict[str, Any], changes: dict[str, Any], fault: str
    ) -> None:
        stated = setup(base, **changes)
        assert fault in stated.faults(RULES)
        with pytest.raises(SetupError) as caught:
            Deal.from_setup(stated, RULES)
        assert caught.value.faults == tuple(stated.faults(RULES))
        assert fault in str(caught.value)

    def test_a_first_sweep_may_count_for_nobody_or_for_the_dealer(self) -> None:
        credited = RULES.replace(first_sweep_credit="dealer")
        assert setup(MIDDLE).faults(credited) == ["sweep points come to 5; what one seat gets another gives"]
        assert setup(MIDDLE, sweep_points=(-5, 5, 0)).faults(credited) == []

    def test_several_faults_are_all_named(self) -> None:
        faults = setup(MIDDLE, hands=("6C AC", "2C", "3C"), last_player=1, sweep_points=(0, 7, 0)).faults(
            RULES
        )
        assert faults == [
            "card 6C is not in the deck",
            "seat 2 played before seat 0, not seat 1",
            "seat 1 has 7 sweep points; sweeps count 5 or 10",
            "sweep points come to 7; what one seat gets another gives",
        ]

    def test_rules_are_rules(self) -> None:
        with pytest.raises(InputTypeError, match=r"rules are a krypkasino\.Rules, not 3"):
            setup(FRESH).faults(3)  # type: ignore[arg-type]


class TestReachable:
    @given(RULE_SETS, st.integers(0, 2**32))
    def test_no_position_that_play_reaches_has_a_fault(self, rules: Rules, seed: int) -> None:
        rng = random.Random(seed)
        state = random_deal(rng, rules)
        while True:
            stated = state.setup()
            assert stated.faults(rules) == []
            assert Deal.from_setup(stated, rules) == state
            if state.is_terminal:
                break
            state.play(rng.choice(state.legal_moves()))

    @given(RULE_SETS, st.integers(0, 2**32))
    def test_a_changed_set_up_has_faults_or_can_be_played_out(self, rules: Rules, seed: int) -> None:
        rng = random.Random(seed)
        state = random_deal(rng, rules)
        for _ in range(rng.randrange(40)):
            if not state.is_terminal:
                state.play(rng.choice(state.legal_moves()))
        for _ in range(10):
            changed = self._changed(state.setup(), rng)
            if faults := changed.faults(rules):
                with pytest.raises(SetupError) as caught:
                    Deal.from_setup(changed, rules)
                assert caught.value.faults == tuple(faults)
                continue
            other = Deal.from_setup(changed, rules)
            assert other.setup().faults(rules) == []
            play_out(other, rng)

    @staticmethod
    def _changed(stated: Setup, rng: random.Random) -> Setup:
        """Cards swapped between two places, and perhaps a number changed."""
        places: dict[str, Any] = {
            "hands": list(stated.hands), "piles": list(stated.piles),
            "table": stated.table, "stock": stated.stock, "aside": stated.aside,
        }  # fmt: skip
        for _ in range(rng.choice((1, 1, 2))):
            everything = [*stated.stock, *stated.table, *stated.aside]
            for group in (*stated.hands, *stated.piles):
                everything += group
            if not everything:
                break
            one, two = rng.choice(everything), rng.choice(everything)

            def swap(cards: Any, one: Card = one, two: Card = two) -> Any:
                return tuple({one: two, two: one}.get(card, card) for card in cards)

            for name, value in places.items():
                places[name] = [swap(group) for group in value] if isinstance(value, list) else swap(value)
        number = rng.choice(("dealer", "current_player", "last_player", "last_capturer", None, None))
        if number:
            places[number] = rng.randrange(len(stated.hands))
        return dataclasses.replace(stated, **places)


def play_out(state: Deal, rng: random.Random) -> None:
    """Play to the end and all the way back."""
    first = state.copy()
    _engine.deal_playouts(state, 3, 1)
    while not state.is_terminal:
        moves = state.legal_moves()
        assert moves
        state.play(rng.choice(moves))
    state.returns()
    while state.history:
        state.undo()
    assert state == first


class TestValues:
    @pytest.mark.parametrize(
        ("field", "value", "message"),
        [
            ("hands", "5C", "hands is a sequence, not '5C'"),
            ("hands", 3, "hands is a sequence, not 3"),
            ("hands", (3,), "one of hands is a sequence of cards or a text, not 3"),
            ("table", 3, "table is a sequence of cards or a text, not 3"),
            ("table", [None], "a card is an integer or a text, not None"),
            ("stock", None, "stock is a sequence of cards or a text, not None"),
            ("dealer", "0", "dealer is an integer, not '0'"),
            ("current_player", 1.0, "current_player is an integer, not 1.0"),
            ("piles", None, "piles is a sequence, not None"),
            ("sweep_points", 3, "sweep_points is a sequence, not 3"),
            ("sweep_points", "00", "sweep_points is a sequence, not '00'"),
            ("sweep_points", (True, 0), "sweep points is an integer, not True"),
            ("last_player", "x", "last_player is an integer, not 'x'"),
            ("last_capturer", [], r"last_capturer is an integer, not []"),
        ],
    )
    def test_things_of_another_type_are_refused(self, field: str, value: object, message: str) -> None:
        with pytest.raises(InputTypeError) as caught:
            setup(FRESH, **{field: value})
        assert str(caught.value) == message

    @pytest.mark.parametrize(("field", "value"), [("table", "XX"), ("hands", ("5C", "")), ("aside", [52])])
    def test_what_is_no_card_is_refused(self, field: str, value: object) -> None:
        with pytest.raises(CardError):
            setup(FRESH, **{field: value})

    def test_a_set_up_is_a_value(self) -> None:
        stated = setup(MIDDLE)
        assert stated == setup(MIDDLE)
        assert hash(stated) == hash(setup(MIDDLE))
        assert pickle.loads(pickle.dumps(stated)) == stated
        assert stated.stock[:2] == (Card("5C"), Card("KC"))
        assert setup(MIDDLE, piles=("-", "3C 5C 2C", "-")) == stated


REFUSALS = (CabbageError, TypeError, KeyError, AttributeError, OverflowError)


class TestHostile:
    """Objects that have been tampered with are refused, or are played with in safety."""

    def test_subclasses_are_refused(self) -> None:
        class OwnSetup(Setup):
            def faults(self, rules: Rules) -> list[str]:
                return []

        class OwnRules(Rules):
            @property
            def cards_each_later(self) -> int:
                return 0

        with pytest.raises(InputTypeError, match=r"a set-up is a krypkasino\.Setup, not"):
            Deal.from_setup(OwnSetup(("5C",), ()), RULES)  # type: ignore[arg-type]
        for rules in (OwnRules(), object.__new__(OwnRules)):
            with pytest.raises(InputTypeError, match=r"rules are a krypkasino\.Rules, not"):
                Deal.deal(1, rules)
            with pytest.raises(InputTypeError, match=r"rules are a krypkasino\.Rules, not"):
                Deal.from_setup(setup(FRESH), rules)
            with pytest.raises(InputTypeError, match=r"rules are a krypkasino\.Rules, not"):
                _engine.dealt_deal_playouts(rules, 10, 1)

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("players", 0), ("players", 1), ("players", 7), ("players", 255), ("players", 10**30),
            ("players", "x"), ("packs", 0), ("packs", 3), ("packs", 200), ("deck", (52,)), ("deck", (-1,)),
            ("deck", (63, 64, 10**30)), ("deck", None), ("deck", ("x",)), ("deck", ()), ("first_hand", 0),
            ("first_hand", 53), ("first_hand", 255), ("first_hand", -1), ("first_table", 255),
            ("first_table", -1), ("first_table", 100), ("later_hand", 0), ("later_hand", -4),
            ("later_hand", 256), ("later_hand", 10**30), ("last_capture_bonus", 10**6), ("deals", 10**9),
            ("hand_values", None), ("two_player_deal", None), ("teams", None), ("court_sums", None),
        ],
    )  # fmt: skip
    def test_altered_rules_do_no_harm(self, field: str, value: object) -> None:
        for base in (Rules(), RULES):
            rules = base.replace()
            object.__setattr__(rules, field, value)
            for fresh in (True, False):
                try:
                    state = Deal.deal(1, rules) if fresh else Deal.from_setup(setup(FRESH), rules)
                    _engine.dealt_deal_playouts(rules, 3, 1)
                except REFUSALS:
                    continue
                play_out(state, random.Random(1))

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("hands", ()), ("hands", ((), (), ())), ("hands", ((Card("AC"),), (), ())),
            ("hands", ((), (), (Card("AC"),))), ("hands", ((99,), (-1,), (10**30,))), ("hands", 3),
            ("hands", ("AC", "x", "y")), ("hands", ((Card("AC"),) * 300,) * 3), ("hands", ((),) * 300),
            ("table", (64,)), ("table", None), ("table", (Card("KC"),) * 70_000), ("table", [0]),
            ("stock", (0,)), ("stock", (0,) * 6), ("stock", (0,) * 102), ("stock", (0,) * 108),
            ("stock", (0,) * 260), ("stock", (255,) * 6), ("stock", [0] * 6),
            ("dealer", 3), ("dealer", -1), ("dealer", 300), ("dealer", None), ("current_player", 6),
            ("current_player", 255), ("piles", ((),) * 9), ("piles", ((200,), (), ())), ("aside", (52,)),
            ("sweep_points", (10**9, 0, 0)), ("sweep_points", (0,)), ("sweep_points", ("x", 0, 0)),
            ("last_player", 6), ("last_player", 255), ("last_capturer", 100), ("last_capturer", -1),
        ],
    )  # fmt: skip
    def test_altered_set_ups_do_no_harm(self, field: str, value: object) -> None:
        for base in (FRESH, MIDDLE, LATE, OVER):
            for silent in (False, True):
                stated = setup(base)
                if silent:
                    for check in ("_shape_faults", "_card_faults", "_hand_faults", "_history_faults"):
                        object.__setattr__(stated, check, lambda rules: [])
                object.__setattr__(stated, field, value)
                try:
                    state = Deal.from_setup(stated, RULES)
                except REFUSALS:
                    continue
                play_out(state, random.Random(1))
                str(state.setup())
