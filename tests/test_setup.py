"""Set-ups: every impossible position has its own message, and no reachable one has any."""

from __future__ import annotations

import dataclasses
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage.cards import ALL_CARDS, Card, CardSet, CasinoCard
from cabbage.errors import CabbageError, CardError, InputTypeError, SetupError
from cabbage.las_vegan import Round, Rules, Setup
from compare import random_rules

RULES = Rules(players=3, hand_size=5)

# Seat 1 led B5, seat 2 followed; two of three sevens were used, one was passed.
OPEN_TRICK: dict[str, Any] = {
    "hands": ("R012", "P01", "G01"),
    "casino": (1, "G", 5),
    "golden_value": -3,
    "token_values": (1, -2, -1, -3),
    "leader": 1,
    "piles": ("R789", "P78 G7", "-"),
    "trick": ("B5", "B6"),
    "golden_side": "min",
    "placed": (None, 0, None),
}
# The same before seat 1 leads, and with a seven of its trick to be decided.
TO_LEAD = {**OPEN_TRICK, "hands": ("R012", "P01 B5", "G01 B6"), "trick": ()}
TO_DECIDE = {**TO_LEAD, "to_place": 1, "placed": (None, None, None)}
DEAL = {
    "hands": ("R01234", "P01234", "G01234"),
    "casino": (1, "G", 5),
    "golden_value": -3,
    "token_values": (1, -2, -1, -3),
}
# Of two players seat 0 has won two tricks with three sevens in them.
TWO_PLAYERS = {
    **DEAL,
    "hands": ("G1", "B1"),
    "piles": ("R789 P7", "-"),
    "to_place": 1,
}
TWO = Rules(players=2, hand_size=3)


def setup(base: dict[str, Any], **changes: Any) -> Setup:
    return Setup(**{**base, **changes})


RULE_SETS = st.randoms(use_true_random=False).map(random_rules)


def dealt(rules: Rules, rng: random.Random) -> Round:
    number, leader = rng.randrange(rules.rounds), rng.randrange(rules.players)
    return Round.deal(rng.getrandbits(64), rules, number=number, leader=leader)


class TestLegalSetups:
    @pytest.mark.parametrize(
        ("base", "rules"),
        [(OPEN_TRICK, RULES), (TO_LEAD, RULES), (TO_DECIDE, RULES), (DEAL, RULES),
         (TWO_PLAYERS, TWO), ({**TWO_PLAYERS, "to_place": 2}, TWO)],
    )  # fmt: skip
    def test_the_bases_of_the_faults_below_have_none(self, base: dict[str, Any], rules: Rules) -> None:
        stated = setup(base)
        assert stated.faults(rules) == []
        state = Round.from_setup(stated, rules)
        piles = stated.piles or (CardSet(),) * rules.players
        assert state.setup() == dataclasses.replace(stated, piles=piles)
        assert state.current_player == stated.next_seat()
        assert [state.pile(seat) for seat in range(rules.players)] == list(piles)
        assert state.history == ()

    @given(RULE_SETS, st.integers(0, 2**32))
    def test_no_position_that_play_reaches_has_a_fault(self, rules: Rules, seed: int) -> None:
        rng = random.Random(seed)
        state = dealt(rules, rng)
        while True:
            stated = state.setup()
            assert stated.faults(rules) == []
            assert Round.from_setup(stated, rules) == state
            if state.is_terminal:
                break
            assert stated.next_seat() == state.current_player
            state.play(rng.choice(state.legal_moves()))

    @given(RULE_SETS, st.integers(0, 2**32))
    def test_a_changed_set_up_has_faults_or_can_be_played_out(self, rules: Rules, seed: int) -> None:
        rng = random.Random(seed)
        state = dealt(rules, rng)
        for _ in range(rng.randrange(40)):
            if not state.is_terminal:
                state.play(rng.choice(state.legal_moves()))
        for _ in range(10):
            changed = self._changed(state.setup(), rng)
            if faults := changed.faults(rules):
                with pytest.raises(SetupError) as caught:
                    Round.from_setup(changed, rules)
                assert caught.value.faults == tuple(faults)
                continue
            other = Round.from_setup(changed, rules)
            assert other.setup() == changed
            while not other.is_terminal:
                other.play(rng.choice(other.legal_moves()))
            assert not any(other.hand(seat) for seat in range(rules.players))
            assert sum(other.tricks_won) == rules.cards_each

    @staticmethod
    def _changed(stated: Setup, rng: random.Random) -> Setup:
        seats = len(stated.hands)
        seat, card = rng.randrange(seats), Card(rng.randrange(40))
        hands, piles = list(stated.hands), list(stated.piles)
        hands[seat] = CardSet(hands[seat] ^ {card})
        piles[seat - 1] = CardSet(piles[seat - 1] ^ {card})
        changes: list[dict[str, Any]] = [
            {"hands": hands},
            {"piles": piles},
            {"hands": hands, "piles": piles},
            {"hands": hands, "trick": (*stated.trick, card)},
            {"hands": rng.sample(stated.hands, seats), "piles": rng.sample(stated.piles, seats)},
            {"leader": rng.randrange(seats)},
            {"to_place": rng.randrange(5)},
            {"golden_side": rng.choice([None, "min", "max"])},
            {"placed": rng.choices([None, 0, 1, 2, 3], k=3)},
            {"trick": stated.trick[:-1]},
        ]
        return dataclasses.replace(stated, **rng.choice(changes))


FAULTS: list[tuple[dict[str, Any], dict[str, Any], Rules, str]] = [
    # Counts of seats, cards and tokens.
    (OPEN_TRICK, {"hands": ("R012", "P01")}, RULES, "2 hands for 3 players"),
    (OPEN_TRICK, {"piles": ("R789", "P78 G7")}, RULES, "2 piles for 3 players"),
    (OPEN_TRICK, {"leader": 3}, RULES, "the leader is seat 3; the seats are 0 to 2"),
    (OPEN_TRICK, {"leader": -1}, RULES, "the leader is seat -1; the seats are 0 to 2"),
    (OPEN_TRICK, {"trick": ("B5", "B6", "B7")}, RULES,
     "the open trick has 3 cards; with 3 players it is complete"),
    (OPEN_TRICK, {"casino": (1, 2)}, RULES, "2 ordinary casino cards; a round has three"),
    (OPEN_TRICK, {"casino": (1, 2, 3, 4)}, RULES, "4 ordinary casino cards; a round has three"),
    (OPEN_TRICK, {"placed": (None, 0)}, RULES,
     "tokens are given for 2 casino cards; a round has three"),
    (OPEN_TRICK, {"token_values": (1, -2, -1)}, RULES, "3 token values for 4 tokens"),
    (OPEN_TRICK, {"to_place": -1}, RULES, "-1 sevens to decide"),
    # Where the cards are.
    (OPEN_TRICK, {"hands": ("R012", "P01", "G0 R0")}, RULES,
     "card R0 is in the hand of seat 0 and in the hand of seat 2"),
    (OPEN_TRICK, {"hands": ("R01 P8", "P01", "G01")}, RULES,
     "card P8 is in the hand of seat 0 and in the pile of seat 1"),
    (OPEN_TRICK, {"hands": ("R01 B5", "P01", "G01")}, RULES,
     "card B5 is in the hand of seat 0 and in the open trick"),
    (OPEN_TRICK, {"piles": ("R789", "P78 R7", "-")}, RULES,
     "card R7 is in the pile of seat 0 and in the pile of seat 1"),
    (OPEN_TRICK, {"trick": ("B5", "B5")}, RULES, "card B5 stands twice in the open trick"),
    (OPEN_TRICK, {}, RULES.replace(deck=ALL_CARDS - {0}),
     f"card R0 in the hand of seat 0 is not in the deck {ALL_CARDS - {0}}"),
    (OPEN_TRICK, {}, RULES.replace(deck=ALL_CARDS - {9}),
     f"card R9 in the pile of seat 0 is not in the deck {ALL_CARDS - {9}}"),
    (OPEN_TRICK, {}, RULES.replace(deck=ALL_CARDS - {36}),
     f"card B6 in the open trick is not in the deck {ALL_CARDS - {36}}"),
    # How many cards there are.
    (OPEN_TRICK, {"piles": ("R78", "P78 G7", "-")}, RULES,
     "the pile of seat 0 has 2 cards, which is no number of whole tricks of 3"),
    (OPEN_TRICK, {}, RULES.replace(hand_size=2), "3 tricks begun with hands of 2 cards"),
    (TO_LEAD, {}, RULES.replace(hand_size=1), "2 tricks begun with hands of 1 cards"),
    (OPEN_TRICK, {"hands": ("R01", "P01", "G01")}, RULES,
     "seat 0 holds 2 cards; after 2 complete tricks it must hold 3"),
    (OPEN_TRICK, {"hands": ("R012", "P012", "G01")}, RULES,
     "seat 1 holds 3 cards; after 2 complete tricks and a card to the open one it must hold 2"),
    (DEAL, {"hands": ("R01234", "P01234", "G012345")}, RULES,
     "seat 2 holds 6 cards; after 0 complete tricks it must hold 5"),
    # What was played.
    (OPEN_TRICK, {"trick": ("G5", "B6")}, RULES,
     "seat 2 played B6 to a green lead while holding G0"),
    (TO_LEAD, {"leader": 2}, RULES,
     "seat 2 leads but has won no trick; the winner of the last trick leads"),
    # Casino cards and tokens.
    (OPEN_TRICK, {"golden_value": 5}, RULES, "the golden token shows 5; its faces are (-3, -4)"),
    (OPEN_TRICK, {"token_values": (1, -2, 1, -3)}, RULES,
     "token t2 shows 1; its faces are (-1, -2)"),
    (OPEN_TRICK, {"golden_side": "middle"}, RULES,
     "the golden token lies on 'middle', not on min or max"),
    (OPEN_TRICK, {"casino": (1, 1, 5)}, RULES,
     "casino card 1 is dealt more often than it is in the casino deck"),
    (OPEN_TRICK, {"casino": (1, 7, 5)}, RULES,
     "casino card 7 is dealt more often than it is in the casino deck"),
    (OPEN_TRICK, {"placed": (None, 4, None)}, RULES,
     "there is no token t4; the tokens are t0 to t3"),
    (OPEN_TRICK, {"placed": (None, -1, None)}, RULES,
     "there is no token t-1; the tokens are t0 to t3"),
    (OPEN_TRICK, {"placed": (0, None, 0)}, RULES, "token t0 lies on 2 casino cards"),
    # Sevens.
    (OPEN_TRICK, {"placed": (2, 0, 1)}, RULES,
     "4 tokens placed and 0 sevens to decide, with 3 sevens in the piles"),
    (TO_DECIDE, {"to_place": 2, "placed": (3, None, None)}, RULES,
     "2 tokens placed and 2 sevens to decide, with 3 sevens in the piles"),
    (DEAL, {"golden_side": "max"}, RULES,
     "1 tokens placed and 0 sevens to decide, with 0 sevens in the piles"),
    (OPEN_TRICK, {}, RULES.replace(optional_tokens=False),
     "2 tokens placed and 0 sevens to decide, with 3 sevens in the piles; "
     "these rules do not let a winner pass"),
    (OPEN_TRICK, {"to_place": 1}, RULES, "sevens are to be decided while a trick is open"),
    (TO_DECIDE, {"to_place": 2, "leader": 0}, RULES,
     "seat 0 has 2 sevens to decide and 1 in its pile"),
    (TWO_PLAYERS, {"hands": ("G1", "B1"), "piles": ("R7 P7 G7 R8", "-"), "to_place": 3}, TWO,
     "3 sevens to decide from a trick of 2 cards"),
    (TO_DECIDE, {"token_values": (1,), "placed": (0, None, None)},
     RULES.replace(token_faces=((1, -1),)),
     "sevens are to be decided, but no token can be placed any more"),
]  # fmt: skip


class TestFaults:
    @pytest.mark.parametrize(
        ("base", "changes", "rules", "fault"), FAULTS, ids=[fault for *_, fault in FAULTS]
    )
    def test_one_wrong_thing_is_one_sentence(
        self, base: dict[str, Any], changes: dict[str, Any], rules: Rules, fault: str
    ) -> None:
        stated = setup(base, **changes)
        assert stated.faults(rules) == [fault]
        with pytest.raises(SetupError) as caught:
            Round.from_setup(stated, rules)
        assert caught.value.faults == (fault,)
        assert str(caught.value) == fault

    def test_passed_sevens_are_no_fault_once_nothing_could_be_placed(self) -> None:
        one = RULES.replace(token_faces=((1, -1),), optional_tokens=False)
        assert setup(OPEN_TRICK, token_values=(1,)).faults(one) == []

    def test_the_only_trick_of_the_winner_gave_all_its_sevens_to_decide(self) -> None:
        # With R7, P7, G7 in one trick, one decision is left only after two placements: a pass
        # would have ended them all.
        stated = setup(DEAL, hands=("R0124", "P0123", "G0123"), piles=("R7 P7 G7", "-", "-"))
        for placements, fits in ((0, False), (1, False), (2, True)):
            changed = dataclasses.replace(
                stated, to_place=1, placed=(*range(placements), *[None] * (3 - placements))
            )
            assert (changed.faults(RULES) == []) is fits, placements

    def test_several_faults_are_all_listed(self) -> None:
        wrong = setup(OPEN_TRICK, hands=("R01", "P01", "G0 R0"), golden_value=5, to_place=1)
        assert wrong.faults(RULES) == [
            "card R0 is in the hand of seat 0 and in the hand of seat 2",
            "seat 0 holds 2 cards; after 2 complete tricks it must hold 3",
            "the golden token shows 5; its faces are (-3, -4)",
            "sevens are to be decided while a trick is open",
        ]
        shapeless = setup(OPEN_TRICK, hands=(), leader=7, casino=())
        assert shapeless.faults(RULES) == [
            "0 hands for 3 players",
            "the leader is seat 7; the seats are 0 to 2",
            "0 ordinary casino cards; a round has three",
        ]
        with pytest.raises(SetupError) as caught:
            Round.from_setup(shapeless, RULES)
        assert str(caught.value) == "; ".join(caught.value.faults)

    @pytest.mark.parametrize("field", ["golden_value", "leader", "to_place"])
    def test_numbers_too_long_to_print_are_faults_too(self, field: str) -> None:
        with pytest.raises(CabbageError):
            Round.from_setup(setup(OPEN_TRICK, **{field: 10**5000}), RULES)

    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_set_up_errors_pickle(self, protocol: int) -> None:
        error = SetupError(["2 hands for 3 players", "card R0 ..."])
        other = pickle.loads(pickle.dumps(error, protocol))
        assert type(other) is SetupError
        assert (other.faults, str(other)) == (error.faults, str(error))

    @pytest.mark.parametrize("value", [None, "las-vegan position 1", {}, Round.deal(1)])
    def test_from_setup_takes_set_ups_only(self, value: Any) -> None:
        with pytest.raises(InputTypeError, match=r"^a set-up is a las_vegan.Setup, not "):
            Round.from_setup(value)
        if value is not None:  # which stands for the default rules
            with pytest.raises(InputTypeError, match=r"^rules are a las_vegan.Rules, not "):
                Round.from_setup(setup(DEAL), value)


class TestConstruction:
    def test_texts_and_numbers_are_made_cards(self) -> None:
        stated = setup(OPEN_TRICK)
        assert stated.hands == (CardSet("R012"), CardSet("P01"), CardSet("G01"))
        assert stated.casino == (CasinoCard(1), CasinoCard("green"), CasinoCard(5))
        assert stated.trick == (Card("B5"), Card("B6"))
        assert setup(OPEN_TRICK, hands=[[0, 1, 2], ["P0", 11], {20, 21}]) == stated

    @pytest.mark.parametrize(
        ("changes", "kind", "message"),
        [
            ({"hands": "R0"}, InputTypeError, "hands is a sequence, not 'R0'"),
            ({"hands": 5}, InputTypeError, "hands is a sequence, not 5"),
            ({"hands": ("R0", 5)}, InputTypeError,
             "a card set is made from a text or cards, not 5"),
            ({"hands": ("R00",)}, CardError, "R0 stands twice in 'R00'"),
            ({"piles": ("X",)}, CardError, "'X' in 'X' is not a suit letter with ranks"),
            ({"trick": (40,)}, CardError, "a card number is 0 to 39, not 40"),
            ({"casino": (14, 1, 2)}, CardError, "a casino card number is 0 to 13, not 14"),
            ({"leader": "0"}, InputTypeError, "leader is an integer, not '0'"),
            ({"leader": True}, InputTypeError, "leader is an integer, not True"),
            ({"to_place": None}, InputTypeError, "to_place is an integer, not None"),
            ({"golden_value": -3.0}, InputTypeError, "golden_value is an integer, not -3.0"),
            ({"token_values": (1, "2")}, InputTypeError, "a token value is an integer, not '2'"),
            ({"placed": (None, "t0", None)}, InputTypeError, "a token is an integer, not 't0'"),
            ({"placed": None}, InputTypeError, "placed is a sequence, not None"),
        ],
    )  # fmt: skip
    def test_what_is_no_card_or_number_is_refused_and_quoted(
        self, changes: dict[str, Any], kind: type[CabbageError], message: str
    ) -> None:
        with pytest.raises(kind) as caught:
            setup(OPEN_TRICK, **changes)
        assert str(caught.value) == message

    def test_is_a_value(self) -> None:
        stated = setup(OPEN_TRICK)
        assert pickle.loads(pickle.dumps(stated)) == stated
        assert len({stated, setup(OPEN_TRICK), setup(TO_LEAD)}) == 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            stated.leader = 2  # type: ignore[misc]

    def test_seats_to_move_and_piles(self) -> None:
        assert [setup(base).next_seat() for base in (OPEN_TRICK, TO_LEAD, DEAL)] == [0, 1, 0]
        assert setup(OPEN_TRICK).won(0) == CardSet("R789")
        assert setup(DEAL).won(2) == CardSet()
