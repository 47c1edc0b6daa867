"""Single calls from Python, of both games: what a program that plays pays for each.

The round is of four players and has 10 legal cards; the deal of Krypkasino has eight moves, seven of
them captures. Whatever a call changes it takes back.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

from cabbage import _core, notation
from cabbage._games import State
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from workloads import Workload


def _call(name: str, answer: Any, run: Callable[[], Any]) -> Workload:
    return Workload(name, "calls", 1, answer, run)


def _play_and_undo(state: State, action: int) -> Callable[[], int]:
    play, undo = state.play, state.undo

    def both() -> int:
        play(action)
        return undo()

    return both


def _before_the_last_card() -> Round:
    """A first trick that wants one more card."""
    state = Round.deal(1)
    for _ in range(state.num_players - 1):
        state.play(state.legal_moves()[0])
    return state


def _complete_and_undo(state: Round) -> Callable[[], int]:
    """The play that completes a trick: the winner is found and the cards are collected."""
    action = state.legal_moves()[0]

    def complete() -> int:
        state.play(action)
        winner = state.leader
        state.undo()
        return winner

    return complete


def _moved(state: State) -> State:
    """A position with something in its history."""
    state.play(state.legal_moves()[0])
    return state


def _of_either(prefix: str, name: str, state: State, moves: list[int]) -> Iterator[tuple[str, Workload]]:
    """What both games have. `moves` are the legal ones."""
    kind, rules = type(state), state.rules
    moved = _moved(state.copy())
    text = notation.format_position(moved)
    for key, what, answer, run in (
        ("legal_moves", "list of legal moves", moves, state.legal_moves),
        ("is_legal", "is a move legal", True, lambda: state.is_legal(moves[0])),
        ("copy", "copy", state, state.copy),
        ("deepcopy", "copy.deepcopy", state, lambda: copy.deepcopy(state)),
        ("hash", "hash of a position", state.recomputed_hash(), lambda: state.zobrist_hash),
        ("equal", "are two positions equal", True, lambda: state == state.copy()),
        ("deal", "shuffle and deal", kind.deal(7), lambda: kind.deal(7, rules)),  # type: ignore[arg-type]
        ("pickle", "pickle a position and back", moved, lambda: pickle.loads(pickle.dumps(moved))),
        ("format", "write a position as text", text, lambda: notation.format_position(moved)),
        ("parse", "read a position from text", moved, lambda: notation.parse_position(text)),
    ):
        yield prefix + key, _call(f"{name}{what}", answer, run)


def _las_vegan() -> Iterator[tuple[str, Workload]]:
    state, last = Round.deal(1), _before_the_last_card()
    moves = [int(card) for card in state.hand(0)]
    yield "empty", _call("empty method call", None, _core.Yardstick().nothing)
    yield "legal_mask", _call("legal mask", state.hand_mask(0), state.legal_mask)
    yield "play_undo", _call("play + undo", moves[0], _play_and_undo(state.copy(), moves[0]))
    yield "trick", _call("last card of a trick + undo", 0, _complete_and_undo(last))
    yield from _of_either("", "", state, moves)


def _krypkasino() -> Iterator[tuple[str, Workload]]:
    state = Deal.deal(1)
    moves = state.moves()
    creep = next(move.number for move in moves if move.is_creep)
    capture = next(move.number for move in moves if not move.is_creep)
    yield "kk_moves", _call("krypkasino moves as objects", moves, state.moves)
    yield "kk_creep", _call("krypkasino creep + undo", creep, _play_and_undo(state.copy(), creep))
    yield "kk_capture", _call("krypkasino capture + undo", capture, _play_and_undo(state.copy(), capture))
    yield from _of_either("kk_", "krypkasino ", state, [move.number for move in moves])


WORKLOADS_CALLS = dict([*_las_vegan(), *_krypkasino()])
