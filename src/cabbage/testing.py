"""Counting and checking: perft, divide, random playouts, and laws that any rule set must keep.

`perft` counts move sequences, the classic proof and benchmark of a move generator; `divide` splits
the count by the first action, to find where two generators part. `check_rules` plays random rounds
of a rule set and checks the engine's promises on every position it meets.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

from cabbage import _engine, notation
from cabbage._checks import in_range
from cabbage._checks import seed as checked_seed
from cabbage._games import LAS_VEGAN, State, kind_of, kind_of_rules
from cabbage._games import Rules as AnyRules
from cabbage.errors import CabbageError
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round, Rules

__all__ = ["PlayoutTotals", "check_rules", "divide", "perft", "random_playouts"]

MAX_DEPTH = 1_000
MAX_COUNT = (1 << 40) - 1


class PlayoutTotals(NamedTuple):
    """What a number of random playouts came to."""

    actions: int
    """Actions played in all of them together."""

    returns: tuple[int, ...]
    """Each seat's sum of returns: of changes in cabbages, or of points."""


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` actions from `state`, within the round or deal.

    Card plays, placements and passes are one action each; a round or deal that ends sooner counts
    its one line as one; depth 0 is 1. Native, with bulk counting at the last ply; releases the GIL,
    and Ctrl-C stops it. The count is modulo 2**64, which nothing that ends in a lifetime reaches.

    >>> perft(Round.deal(1, Rules(players=2)), 3)
    1654
    """
    count = _engine.perft if kind_of(state) is LAS_VEGAN else _engine.deal_perft
    return count(state, in_range("a depth", depth, 0, MAX_DEPTH))  # type: ignore[arg-type]


def divide(state: State, depth: int) -> dict[int, int]:
    """`perft` split by the first action: its sum is `perft(state, depth)`. `depth` is at least 1.

    Empty for a round or deal that is over.
    """
    count = _engine.divide if kind_of(state) is LAS_VEGAN else _engine.deal_divide
    return count(state, in_range("a depth", depth, 1, MAX_DEPTH))  # type: ignore[arg-type]


def random_playouts(
    state: State | None, count: int, seed: int, *, rules: AnyRules | None = None
) -> PlayoutTotals:
    """Play `count` random games natively: from `state`, or where it is None from a fresh shuffle
    and deal under `rules` each (None: the default rules of Las Vegan).

    Every decision takes each legal action with equal chance. Playout i draws from a stream
    of its own of `seed`, so it is the same whatever the count.
    """
    count = in_range("a count", count, 0, MAX_COUNT)
    seed = checked_seed(seed)
    run: Any
    if state is not None:
        if rules is not None:
            raise CabbageError("give a state or rules to deal from, not both")
        run = _engine.playouts if kind_of(state) is LAS_VEGAN else _engine.deal_playouts
        actions, sums = run(state, count, seed)
    else:
        rules = Rules() if rules is None else rules
        las_vegan = kind_of_rules(rules) is LAS_VEGAN
        run = _engine.dealt_playouts if las_vegan else _engine.dealt_deal_playouts
        actions, sums = run(rules, count, seed)
    return PlayoutTotals(actions, tuple(sums))


def check_rules(rules: AnyRules, rounds: int = 20, seed: int = 0) -> int:
    """Check the engine's promises on random rounds or deals of `rules`; returns the positions checked.

    Raises AssertionError, with the position, where one is broken: every card is in one place, the
    legal actions run out exactly at the end, the hash equals the recomputed one, text and back is
    the same position, and undoing leads back through the same positions.
    """
    kind = kind_of_rules(rules)
    numbers = rules.rounds if isinstance(rules, Rules) else rules.number_of_deals
    rounds = in_range("a number of rounds", rounds, 0, 1 << 32)
    seed = checked_seed(seed)
    rng = random.Random(seed)
    checked = 0
    for _ in range(rounds):
        state = kind.state.deal(rng.getrandbits(64), rules, number=rng.randrange(numbers))
        past = [state.copy()]
        while not state.is_terminal:
            _check_position(state)
            checked += 1
            state.play(rng.choice(state.legal_moves()))
            past.append(state.copy())
        _check_position(state)
        checked += 1
        _law(len(state.returns()) == rules.players, "returns has a number for each seat", state)
        while len(past) > 1:
            past.pop()
            state.undo()
            _law(state == past[-1], "undo restores the position", state)
            _law(state.zobrist_hash == past[-1].zobrist_hash, "undo restores the hash", state)
    return checked


def _check_position(state: State) -> None:
    moves = state.legal_moves()
    if isinstance(state, Round):
        _check_round_cards(state)
        _law(sum(1 << a for a in moves) == state.legal_mask(), "the list and the mask agree", state)
    else:
        _check_deal_cards(state)
    _law(bool(moves) != state.is_terminal, "moves run out exactly at the end", state)
    _law(all(map(state.is_legal, moves)), "every listed action is legal", state)
    _law(state.zobrist_hash == state.recomputed_hash(), "the hash is up to date", state)
    text = notation.format_position(state)
    _law(notation.parse_position(text) == state, "text and back is the same position", state)


def _check_round_cards(state: Round) -> None:
    players = range(state.num_players)
    places = [state.hand(s) for s in players] + [state.pile(s) for s in players] + [set(state.trick)]
    cards = [card for place in places for card in place]
    _law(len(cards) == len(set(cards)), "every card is in one place", state)
    _law(set(cards) <= set(state.rules.deck), "all cards are of the deck", state)
    _law(len(cards) == len(players) * state.rules.cards_each, "no card is lost", state)


def _check_deal_cards(state: Deal) -> None:
    rules = state.rules
    players = range(state.num_players)
    places = [*map(state.hand, players), *map(state.pile, players), state.table, state.aside, state.stock]
    copies = Counter(card for place in places for card in place)
    _law(set(copies) <= rules.deck, "all cards are of the deck", state)
    _law(max(copies.values()) <= rules.packs, "no card is there more often than in the packs", state)
    later = (rules.batches - 1) * rules.players * rules.cards_each_later
    dealt = rules.players * rules.cards_each_first + rules.table_cards + later
    _law(copies.total() == dealt, "no card is lost", state)
    allowed = (0, 5, 10) if rules.first_sweep_credit == "none" else (0,)
    _law(sum(state.sweep_points) in allowed, "sweep points balance", state)


def _law(holds: bool, law: str, state: State) -> None:
    if not holds:
        raise AssertionError(f"broken: {law}; position: {notation.format_position(state, one_line=True)}")
