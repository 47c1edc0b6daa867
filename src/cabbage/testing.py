"""Counting and checking: perft, divide, random playouts, and laws that any rule set must keep.

`perft` counts move sequences, the classic proof and benchmark of a move generator; `divide` splits
the count by the first action, to find where two generators part. `check_rules` plays random rounds
of a rule set and checks the engine's promises on every position it meets.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from cabbage import _engine, notation
from cabbage._checks import in_range, quoted
from cabbage.errors import CabbageError, InputTypeError
from cabbage.las_vegan import Round, Rules

__all__ = ["PlayoutTotals", "check_rules", "divide", "perft", "random_playouts"]

MAX_DEPTH = 1_000
MAX_COUNT = (1 << 40) - 1


class PlayoutTotals(NamedTuple):
    """What a number of random playouts came to."""

    actions: int
    """Actions played in all of them together."""

    returns: tuple[int, ...]
    """Each seat's sum of changes in cabbages."""


def _state(state: object) -> Round:
    if not isinstance(state, Round):
        raise InputTypeError(f"the state is a las_vegan.Round, not {quoted(state)}")
    return state


def perft(state: Round, depth: int) -> int:
    """The number of sequences of `depth` actions from `state`, within the round.

    Card plays, placements and passes are one action each; a round that ends sooner counts its one
    line as one; depth 0 is 1. Native, with bulk counting at the last ply; releases the GIL, and
    Ctrl-C stops it. The count is modulo 2**64, which nothing that ends in a lifetime reaches.

    >>> perft(Round.deal(1, Rules(players=2)), 3)
    1654
    """
    return _engine.perft(_state(state), in_range("a depth", depth, 0, MAX_DEPTH))


def divide(state: Round, depth: int) -> dict[int, int]:
    """`perft` split by the first action: its sum is `perft(state, depth)`. `depth` is at least 1.

    Empty for a round that is over.
    """
    return _engine.divide(_state(state), in_range("a depth", depth, 1, MAX_DEPTH))


def random_playouts(
    state: Round | None, count: int, seed: int, *, rules: Rules | None = None
) -> PlayoutTotals:
    """Play `count` random games natively: from `state`, or where it is None from a fresh shuffle
    and deal under `rules` each.

    Every decision takes each legal action with equal chance. Playout i draws from a stream
    of its own of `seed`, so it is the same whatever the count.
    """
    count = in_range("a count", count, 0, MAX_COUNT)
    seed = in_range("a seed", seed, 0, (1 << 64) - 1)
    if state is not None:
        if rules is not None:
            raise CabbageError("give a state or rules to deal from, not both")
        actions, sums = _engine.playouts(_state(state), count, seed)
    else:
        if rules is not None and not isinstance(rules, Rules):
            raise InputTypeError(f"rules are a las_vegan.Rules, not {quoted(rules)}")
        actions, sums = _engine.dealt_playouts(rules or Rules(), count, seed)
    return PlayoutTotals(actions, tuple(sums))


def check_rules(rules: Rules, rounds: int = 20, seed: int = 0) -> int:
    """Check the engine's promises on random rounds of `rules`; returns the positions checked.

    Raises AssertionError, with the position, where one is broken: every card is in one place, the
    legal list and mask agree and are empty only at the end, the hash equals the recomputed one,
    text and back is the same position, and undoing leads back through the same positions.
    """
    if not isinstance(rules, Rules):
        raise InputTypeError(f"rules are a las_vegan.Rules, not {quoted(rules)}")
    rounds = in_range("a number of rounds", rounds, 0, 1 << 32)
    seed = in_range("a seed", seed, 0, (1 << 64) - 1)
    rng = random.Random(seed)
    checked = 0
    for _ in range(rounds):
        state = Round.deal(rng.getrandbits(64), rules, number=rng.randrange(rules.rounds))
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


def _check_position(state: Round) -> None:
    players = range(state.num_players)
    places = [state.hand(s) for s in players] + [state.pile(s) for s in players] + [set(state.trick)]
    cards = [card for place in places for card in place]
    _law(len(cards) == len(set(cards)), "every card is in one place", state)
    _law(set(cards) <= set(state.rules.deck), "all cards are of the deck", state)
    _law(len(cards) == len(players) * state.rules.cards_each, "no card is lost", state)
    moves = state.legal_moves()
    _law(sum(1 << a for a in moves) == state.legal_mask(), "the list and the mask agree", state)
    _law(bool(moves) != state.is_terminal, "moves run out exactly at the end", state)
    _law(state.zobrist_hash == state.recomputed_hash(), "the hash is up to date", state)
    text = notation.format_position(state)
    _law(notation.parse_position(text) == state, "text and back is the same position", state)


def _law(holds: bool, law: str, state: Round) -> None:
    if not holds:
        raise AssertionError(f"broken: {law}; position: {notation.format_position(state, one_line=True)}")
