"""How seats play in the playouts of a search: by the rules, and roughly as they should."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from cabbage.cards import Card, CardSet
from cabbage.las_vegan import GOLDEN_MAX, GOLDEN_MIN, PASS, Round, token_action
from cabbage.notation import parse_position
from cabbage.streams import RandomStream
from cabbage.testing import random_playouts
from compare import random_rules
from test_worlds import random_position


def cards_played(before: Round, after: Round) -> list[Card]:
    """The cards of the trick that was open or to be led, in order of play."""
    cards = list(before.trick)
    for place in range(len(cards), before.num_players):
        seat = (before.leader + place) % before.num_players
        (card,) = before.hand(seat) - after.hand(seat)
        cards.append(card)
    return cards


class TestRules:
    def test_tricks_are_played_by_the_rules(self, native: ModuleType) -> None:
        rng = random.Random(1)
        tricks = 0
        for number in range(400):
            state = random_position(rng, random_rules(rng))
            if state.is_terminal or state.to_place:
                continue
            after = native.rest_of_trick(state, RandomStream(number))
            expected = state.copy()
            for card in cards_played(state, after)[len(state.trick) :]:
                expected.play(card)  # or it is not legal
            assert after == expected
            tricks += 1
        assert tricks > 200

    def test_tokens_are_placed_by_the_rules(self, native: ModuleType) -> None:
        rng = random.Random(2)
        placed = 0
        while placed < 200:
            state = random_position(rng, random_rules(rng))
            if state.to_place:
                assert native.token_of(state) in state.legal_moves()
                placed += 1

    def test_a_playout_comes_to_what_play_comes_to(self, native: ModuleType) -> None:
        # Trick by trick and token by token it is the same round as in one go.
        rng = random.Random(3)
        for number in range(100):
            state = random_position(rng, random_rules(rng))
            whole = native.finish_round(state, RandomStream(number))
            stream = RandomStream(number)
            outlook_is_old = False
            while not state.is_terminal:
                if state.to_place:
                    state.play(native.token_of(state))
                    continue
                state = native.rest_of_trick(state, stream)
                outlook_is_old = True
            if not outlook_is_old:
                assert state.returns() == whole
            assert len(whole) == state.num_players


def follow(native: ModuleType, hand: str, trick: str, tokens: str = "placed - - t3") -> set[Card]:
    """What seat 2 of three plays to two cards, over many random numbers, but for rare exceptions."""
    size = len(CardSet(hand))
    state = parse_position(
        f"las-vegan position 1; rules players=3 hand_size={size + 1}; casino 1 G 5; golden -3; "
        f"tokens +1 -2 -1 -3; {tokens}; leader 0; "
        f"hands P{'1234'[: size - 1]} | P{'5678'[: size - 1]} | {hand}; "
        f"piles R7 B7 R6 | - | -; trick {trick}"
    )
    counts: dict[Card, int] = {}
    for number in range(400):
        after = native.rest_of_trick(state, RandomStream(number))
        card = cards_played(state, after)[-1]
        counts[card] = counts.get(card, 0) + 1
    return {card for card, count in counts.items() if count > 100}


class TestPlay:
    @pytest.mark.parametrize(
        ("hand", "trick", "card", "why"),
        [
            ("R1389", "R5 R2", "R3", "a bad trick: the highest that loses"),
            ("R89 G4", "R5 R2", "R9", "a bad trick and last: what wins anyway"),
            ("R189", "R5 B0", "R9", "a zero off suit has won, so any red loses"),
            ("G5 B89", "R5 R2", "G5", "what hurts the winner most"),
            ("B089", "R5 R2", "", "no zero in a bad trick"),
        ],
    )
    def test_bad_tricks(self, native: ModuleType, hand: str, trick: str, card: str, why: str) -> None:
        played = follow(native, hand, trick)
        assert played == {Card(card)} if card else Card("B0") not in played, why

    @pytest.mark.parametrize(
        ("hand", "trick", "card", "why"),
        [
            ("R1389", "R5 R2", "R9", "a good trick: the highest"),
            ("R134", "R5 R8", "R1", "a good trick that is lost: the lowest"),
            ("G5 B089", "R5 R2", "B0", "a zero takes it"),
        ],
    )
    def test_good_tricks(self, native: ModuleType, hand: str, trick: str, card: str, why: str) -> None:
        assert follow(native, hand, trick, "placed - - t0") == {Card(card)}, why

    @pytest.mark.parametrize(
        ("piles", "golden", "tokens", "passing", "action", "why"),
        [
            ("R78 | P1234", "-3", "-1", "yes", GOLDEN_MAX, "the other has the most tricks"),
            ("R7812 | P23", "-3", "-1", "yes", GOLDEN_MIN, "the other has the fewest"),
            ("R78 | P23", "-3", "-1", "yes", PASS, "nothing counts for anybody"),
            ("R71 P71 | P23", "-3 min", "-1", "yes", PASS, "a bad token hurts it alone"),
            ("R71 P71 | P23", "-3 min", "-1", "no", token_action(0, 1), "what hurts nobody"),
            ("R71 P71 | P23", "-3 min", "+1", "yes", token_action(0, 0), "a good token where it has more"),
            ("R78 P78 | P5 G5", "-3 min", "-1", "yes", token_action(0, 2), "it hurts the other alone"),
        ],
    )
    def test_tokens(
        self, native: ModuleType, piles: str, golden: str, tokens: str, passing: str, action: int, why: str
    ) -> None:
        size = len(CardSet(piles.replace("|", "").replace("-", ""))) // 2
        state = parse_position(
            f"las-vegan position 1; rules players=2 hand_size={size + 1} token_faces={tokens},{tokens} "
            f"optional_tokens={passing}; casino 1 G 5; golden {golden}; tokens {tokens}; "
            f"hands B0 | B1; piles {piles}; decide 1"
        )
        assert native.token_of(state) == action, why

    def test_is_better_than_chance(self, native: ModuleType) -> None:
        # Of many playouts of one round all seats have more than of random ones.
        state = Round.deal(1)
        stream = RandomStream(1)
        sums = [0] * 4
        for _ in range(2_000):
            sums = [a + b for a, b in zip(sums, native.finish_round(state, stream), strict=True)]
        _, at_random = random_playouts(state, 2_000, 1)
        assert sum(sums) != sum(at_random)
