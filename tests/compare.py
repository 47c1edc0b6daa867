"""Engine and reference side by side.

As a command, it checks any number of random positions of random rule sets:

    python tests/compare.py --positions 1000000 --seed 1
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

from cabbage.las_vegan import CardSet, CasinoCard, Round, Rules
from reference import las_vegan as ref

SUITS = ("red", "purple", "green", "blue")


def random_rules(rng: random.Random) -> Rules:
    """A rule set with every ruling drawn at random; often small, so that ends are common."""
    players = rng.randint(2, 6)
    deck = range(40) if rng.random() < 0.5 else rng.sample(range(40), rng.randint(players, 40))
    largest = len(deck) // players
    rounds = rng.randint(1, 4)
    # Small values tie and cancel often; now and then the extremes.
    limit = rng.choice((3, 3, 3, 99))
    values = [-limit, limit, *range(-3, 4)]
    casino_deck = [rng.randrange(14) for _ in range(rng.randint(3 * rounds, 3 * rounds + 6))]
    return Rules(
        players=players,
        rounds=rounds,
        starting_cabbages=rng.choice((1, 5, 15)),
        hand_size=rng.choice((None, rng.randint(1, largest))),
        deck=CardSet(deck),
        casino_deck=tuple(CasinoCard(card) for card in casino_deck),
        golden_faces=(rng.choice(values), rng.choice(values)),
        token_faces=tuple((rng.choice(values), rng.choice(values)) for _ in range(rng.randint(1, 4))),
        optional_tokens=rng.random() < 0.6,
        golden_tie=rng.choice(("all", "none")),
        next_leader=rng.choice(("rotate", "last_trick_winner")),
    )


def reference_rules(rules: Rules) -> ref.Rules:
    """The same rule set in the reference's own terms."""
    return ref.Rules(
        players=rules.players,
        rounds=rules.rounds,
        starting_cabbages=rules.starting_cabbages,
        hand_size=rules.hand_size,
        deck=frozenset(reference_cards(rules.deck)),
        casino_deck=reference_casino(rules.casino_deck),
        golden_faces=rules.golden_faces,
        token_faces=rules.token_faces,
        optional_tokens=rules.optional_tokens,
        golden_tie=rules.golden_tie,
        next_leader=rules.next_leader,
    )


def reference_cards(cards: CardSet) -> list[ref.Card]:
    return [(SUITS[card.suit], card.rank) for card in cards]


def reference_casino(cards: Sequence[CasinoCard]) -> tuple[ref.CasinoCard, ...]:
    return tuple(("rank", int(c)) if c.suit is None else ("suit", SUITS[c.suit]) for c in cards)


def reference_round(state: Round) -> ref.Round:
    """The reference's round for a freshly dealt one."""
    return ref.Round(
        reference_rules(state.rules),
        [reference_cards(state.hand(seat)) for seat in range(state.num_players)],
        reference_casino(state.casino),
        state.golden_value,
        state.token_values,
        state.leader,
    )


def reference_position(state: Round) -> ref.Round:
    """The reference's round for any position; it does not know how the cards went into the piles.

    The piles are cut into tricks anyhow, and the round begins with what each seat holds and has in
    the open trick, and with any of the other cards.
    """
    players = state.num_players
    hands = [reference_cards(state.hand(seat)) for seat in range(players)]
    trick = [
        ((state.leader + place) % players, (SUITS[card.suit], card.rank))
        for place, card in enumerate(state.trick)
    ]
    piles = [reference_cards(state.pile(seat)) for seat in range(players)]
    won = [card for pile in piles for card in pile]
    dealt = [[*hand, *(card for player, card in trick if player == seat)] for seat, hand in enumerate(hands)]
    for cards in dealt:
        while len(cards) < state.rules.cards_each:
            cards.append(won.pop())
    model = ref.Round(
        reference_rules(state.rules),
        dealt,
        reference_casino(state.casino),
        state.golden_value,
        state.token_values,
        state.leader,
    )
    model.hands = [set(hand) for hand in hands]
    model.trick = trick
    model.tricks_won = [
        [pile[start : start + players] for start in range(0, len(pile), players)] for pile in piles
    ]
    model.last_trick_winner = state.leader if any(piles) else None
    model.pending = state.to_place
    model.golden_side = state.golden_side
    model.placed = list(state.placed)
    return model


def assert_same(state: Round, model: ref.Round) -> None:
    """Every observable of the two agrees."""
    legal = model.legal_actions()
    assert state.legal_moves() == legal
    assert state.legal_mask() == sum(1 << action for action in legal)
    assert state.is_terminal == model.is_terminal
    assert state.to_place == model.pending
    assert state.golden_side == model.golden_side
    assert list(state.placed) == list(model.placed)
    assert [(SUITS[c.suit], c.rank) for c in state.trick] == [card for _, card in model.trick]
    assert state.zobrist_hash == state.recomputed_hash()
    for seat in range(state.num_players):
        assert set(reference_cards(state.hand(seat))) == set(model.hands[seat])
        won = [card for trick in model.tricks_won[seat] for card in trick]
        assert sorted(reference_cards(state.pile(seat))) == sorted(won)
        assert state.tricks_won[seat] == len(model.tricks_won[seat])
    if model.is_terminal:
        assert state.returns() == model.returns()
    else:
        assert state.current_player == model.current_player


def compare_round(rules: Rules, rng: random.Random, *, take_back: float = 0.02) -> int:
    """Play one random round in both, now and then taking back; returns the positions compared."""
    state = Round.deal(rng.getrandbits(64), rules, number=rng.randrange(rules.rounds))
    model = reference_round(state)
    assert_same(state, model)
    compared = 1
    while not state.is_terminal:
        if state.history and rng.random() < take_back:
            assert state.undo() == model.history[-1]
            model.undo()
        else:
            action = rng.choice(model.legal_actions())
            state.play(action)
            model.play(action)
        assert_same(state, model)
        compared += 1
    return compared


def main() -> None:
    parser = argparse.ArgumentParser(description="Check random positions against the reference.")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    start = time.perf_counter()
    compared = rounds = 0
    while compared < arguments.positions:
        compared += compare_round(random_rules(rng), rng)
        rounds += 1
    seconds = time.perf_counter() - start
    print(f"{compared} positions of {rounds} rounds agree, each with rules of its own; {seconds:.0f} s")


if __name__ == "__main__":
    main()
