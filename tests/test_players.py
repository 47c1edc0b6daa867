"""The players: legal, discreet, reproducible, and the careful one worth its name."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage.cards import Card, CardSet
from cabbage.errors import CabbageError
from cabbage.las_vegan import GOLDEN_MAX, GOLDEN_MIN, PASS, Round, Rules, Setup, token_action
from cabbage.notation import parse_position
from cabbage.players import PLAYERS, CarefulPlayer, Player, RandomPlayer
from compare import random_rules

SEEDS = st.integers(0, 2**32 - 1)
EACH_PLAYER = pytest.mark.parametrize("player", PLAYERS.values(), ids=list(PLAYERS))


def dealt(seed: int) -> tuple[Round, random.Random]:
    rng = random.Random(seed)
    rules = random_rules(rng)
    return Round.deal(rng.getrandbits(64), rules, leader=rng.randrange(rules.players)), rng


def with_hidden_cards_swapped(state: Round, rng: random.Random) -> Setup | None:
    """The position as the seat to move sees it, the cards it cannot see dealt anew.

    None where no other deal was found that the open trick allows.
    """
    seen = state.setup()
    me = state.current_player
    known = CardSet([*seen.hands[me], *seen.trick, *(card for pile in seen.piles for card in pile)])
    for _ in range(20):
        hidden = list(state.rules.deck - known)
        rng.shuffle(hidden)
        hands = [
            hand if seat == me else CardSet([hidden.pop() for _ in hand])
            for seat, hand in enumerate(seen.hands)
        ]
        swapped = dataclasses.replace(seen, hands=tuple(hands))
        if swapped != seen and not swapped.faults(state.rules):
            return swapped
    return None


class TestEveryPlayer:
    def test_is_listed_under_its_name(self) -> None:
        assert {name: player.name for name, player in PLAYERS.items()} == {
            "random": "random",
            "careful": "careful",
        }
        assert isinstance(PLAYERS["random"], RandomPlayer)
        assert isinstance(PLAYERS["careful"], CarefulPlayer)

    @EACH_PLAYER
    @given(seed=SEEDS)
    def test_chooses_legal_actions_and_leaves_the_round_alone(self, player: Player, seed: int) -> None:
        state, rng = dealt(seed)
        while not state.is_terminal:
            before, history = state.copy(), state.history
            action = player.choose(state, rng)
            assert state == before
            assert state.history == history
            assert action in state.legal_moves()
            state.play(action)

    @EACH_PLAYER
    @given(seed=SEEDS)
    def test_choice_depends_on_the_position_and_the_generator_alone(self, player: Player, seed: int) -> None:
        state, rng = dealt(seed)
        while not state.is_terminal:
            choice = rng.getrandbits(32)
            without_past = Round.from_setup(state.setup(), state.rules)
            actions = [player.choose(each, random.Random(choice)) for each in (state, state, without_past)]
            random.seed(choice)  # the global generator must not matter
            actions.append(player.choose(state, random.Random(choice)))
            assert len(set(actions)) == 1
            state.play(actions[0])

    @EACH_PLAYER
    @given(seed=SEEDS)
    def test_choice_does_not_depend_on_hidden_cards(self, player: Player, seed: int) -> None:
        state, rng = dealt(seed)
        while not state.is_terminal:
            choice = rng.getrandbits(32)
            action = player.choose(state, random.Random(choice))
            swapped = with_hidden_cards_swapped(state, rng)
            if swapped is not None:
                other = Round.from_setup(swapped, state.rules)
                assert player.choose(other, random.Random(choice)) == action
            state.play(action)

    def test_hidden_cards_are_swapped_at_most_positions(self) -> None:
        # Else the test above would show nothing.
        state, rng = Round.deal(1), random.Random(1)
        swaps = []
        while not state.is_terminal:
            swaps.append(with_hidden_cards_swapped(state, rng) is not None)
            state.play(rng.choice(state.legal_moves()))
        assert sum(swaps) > 25

    @EACH_PLAYER
    def test_a_round_that_is_over_has_no_choice(self, player: Player) -> None:
        state = Round.deal(1, Rules(players=2, hand_size=1, deck=CardSet("R12")))
        while not state.is_terminal:
            state.play(state.legal_moves()[0])
        with pytest.raises(CabbageError, match="over"):
            player.choose(state, random.Random(1))


class TestRandomPlayer:
    def test_takes_every_legal_action(self) -> None:
        state, rng = Round.deal(1), random.Random(1)
        chosen = [RandomPlayer().choose(state, rng) for _ in range(1000)]
        counts = [chosen.count(action) for action in state.legal_moves()]
        assert sum(counts) == 1000
        assert min(counts) > 60


def open_trick(hand: str, trick: str, tokens: str = "- - -") -> Round:
    """Seat 2 is to play `hand` on two cards, after a trick that seat 0 won with two sevens."""
    size = sum(len(group) - 1 for group in hand.split())
    others = f"P{'1234'[: size - 1]} | P{'5678'[: size - 1]}"
    state: Round = parse_position(
        f"las-vegan position 1; rules players=3 hand_size={size + 1}; casino 1 G 5; golden -3;"
        f"tokens +1 -2 -1 -3; placed {tokens}; leader 0; hands {others} | {hand};"
        f"piles R7 B7 R6 | - | -; trick {trick}"
    )
    return state


class TestCarefulPlayer:
    @staticmethod
    def choice(state: Round) -> int:
        return CarefulPlayer().choose(state, random.Random(0))

    @pytest.mark.parametrize(
        ("hand", "trick", "tokens", "card", "why"),
        [
            ("R1358", "R4 R2", "- - -", "R3", "the highest that loses"),
            ("R589", "R4 R2", "- - -", "R5", "the lowest where all win"),
            ("R189", "R4 B0", "- - -", "R9", "a zero off suit has won, so any red loses"),
            ("G9 B08", "R4 R2", "- - -", "G9", "void: the highest, but no winning zero"),
            ("G5 B9", "R4 R2", "- - t3", "G5", "void: the card of rank 5 costs three"),
            ("G3 B9", "R4 R2", "- t1 -", "G3", "void: a green card costs"),
            ("G3 B5", "R4 R2", "- t3 t1", "B5", "void: two a card are more than three a group"),
            ("G3 B5", "R4 R2", "- - t0", "G3", "void: a card that pays is kept"),
        ],
    )
    def test_following(self, hand: str, trick: str, tokens: str, card: str, why: str) -> None:
        assert Card(self.choice(open_trick(hand, trick, tokens))) == Card(card), why

    def test_leading_its_lowest_card(self) -> None:
        state = parse_position(
            "las-vegan deal 1; rules players=2 hand_size=3; casino 1 G 5; golden -3;"
            "tokens +1 -2 -1 -3; hands R5 P3 B3 | G012"
        )
        assert Card(self.choice(state)) == Card("P3")

    @pytest.mark.parametrize(
        ("piles", "golden", "passing", "action", "why"),
        [
            ("R78 P12 | -", "-3", "yes", GOLDEN_MIN, "the other has the fewest tricks"),
            ("R78 | P1234", "-3", "yes", GOLDEN_MAX, "the other has the most tricks"),
            ("R78 | P23", "-3", "yes", PASS, "all lose or win alike"),
            ("R71 P71 | P23", "-3 min", "yes", PASS, "a bad token hurts it alone"),
            ("R71 P71 | P23", "-3 min", "no", token_action(0, 1), "it may not pass, G counts 0"),
            ("R78 P78 | P5 B25 G234", "-3 min", "yes", token_action(0, 2), "two cards, one group"),
            ("R78 P78 | P5 G5", "-3 min", "yes", token_action(0, 2), "it hurts the other alone"),
        ],
    )
    def test_placing(self, piles: str, golden: str, passing: str, action: int, why: str) -> None:
        size = len(CardSet(piles.replace("|", "").replace("-", ""))) // 2
        state = parse_position(
            f"las-vegan position 1; rules players=2 hand_size={size + 1} token_faces=-1,-1 "
            f"optional_tokens={passing}; casino 1 G 5; golden {golden}; tokens -1;"
            f"hands B0 | B1; piles {piles}; decide 1"
        )
        assert self.choice(state) == action, why


class TestStrength:
    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_careful_beats_random(self, players: int) -> None:
        rules = Rules(players=players)
        careful, others = 0, 0
        for seed in range(200):
            state, rng = Round.deal(seed, rules), random.Random(seed)
            seat = seed % players
            while not state.is_terminal:
                name = "careful" if state.current_player == seat else "random"
                state.play(PLAYERS[name].choose(state, rng))
            returns = state.returns()
            careful += returns[seat]
            others += sum(returns) - returns[seat]
        # Cabbages a round, its own against the average of the others'.
        assert careful / 200 - others / (players - 1) / 200 > 0.7
