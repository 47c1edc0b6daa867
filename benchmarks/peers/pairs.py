"""The rows: which of our works stands beside which of a peer's. A row is added here in one line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    """A row: our work of `ours.py`, and a work of a peer."""

    kind: str
    ours: str
    peer: str
    theirs: str
    goal: float | None = None
    """The least ratio, ours to theirs, that we want."""


PLAYOUTS = "Random playouts, native"
STEPS = "One action at a time, from Python"
BATCHES = "A batch of games, beside one game at a time"
SEARCHES = "Information set tree search, native"
PERFT = "perft, native"
PYTHON_PERFT = "perft, written in Python"
COPIES = "Copying a position, from Python"

PAIRS = [
    Pair(PLAYOUTS, "lv_playouts", "colver", "rollouts", goal=3),
    Pair(PLAYOUTS, "lv_playouts_dealt", "colver", "rollouts", goal=2),
    Pair(PLAYOUTS, "lv_playouts", "pyspiel", "hearts_rollouts"),
    Pair(PLAYOUTS, "lv_playouts", "pyspiel", "spades_rollouts"),
    Pair(PLAYOUTS, "kk_playouts", "colver", "rollouts"),
    Pair(PLAYOUTS, "kk_playouts", "pyspiel", "hearts_rollouts"),
    Pair(PLAYOUTS, "lv_batch_playouts", "colver", "rollouts"),
    Pair(PLAYOUTS, "kk_batch_playouts", "colver", "rollouts"),
    Pair(STEPS, "lv_random_legal", "pyspiel", "hearts_choice", goal=3),
    Pair(STEPS, "kk_random_legal", "pyspiel", "hearts_choice"),
    Pair(STEPS, "lv_steps", "pyspiel", "hearts_steps"),
    Pair(STEPS, "lv_choice", "pyspiel", "hearts_choice"),
    Pair(STEPS, "lv_steps", "pyspiel", "spades_steps"),
    Pair(STEPS, "kk_steps", "pyspiel", "hearts_steps"),
    Pair(STEPS, "lv_steps_dealt", "colver", "steps"),
    Pair(STEPS, "lv_steps_dealt", "rlcard", "game"),
    Pair(STEPS, "lv_steps_dealt", "rlcard", "env"),
    Pair(STEPS, "lv_steps_dealt", "pettingzoo", "hanabi"),
    Pair(BATCHES, "lv_batch", "pyspiel", "hearts_choice"),
    Pair(BATCHES, "kk_batch", "pyspiel", "hearts_choice"),
    Pair(BATCHES, "lv_batch", "rlcard", "game"),
    Pair(BATCHES, "lv_batch_observed", "colver", "steps"),
    Pair(BATCHES, "lv_batch_observed", "rlcard", "env"),
    Pair(BATCHES, "lv_batch_observed", "pettingzoo", "hanabi"),
    Pair(BATCHES, "kk_batch_observed", "colver", "steps"),
    Pair(SEARCHES, "lv_ismcts", "pyspiel", "hearts_ismcts"),
    Pair(SEARCHES, "kk_ismcts", "pyspiel", "hearts_ismcts"),
    Pair(SEARCHES, "lv_ismcts", "colver", "ismcts"),
    Pair(SEARCHES, "kk_ismcts", "colver", "ismcts"),
    Pair(PERFT, "lv_perft_4", "chessmg", "perft", goal=1),
    Pair(PERFT, "lv_perft_2", "chessmg", "perft", goal=1),
    Pair(PERFT, "lv_perft_whole", "chessmg", "perft", goal=0.125),
    Pair(PERFT, "kk_perft", "chessmg", "perft"),
    Pair(PYTHON_PERFT, "lv_python_perft", "cshogi", "python_perft"),
    Pair(PYTHON_PERFT, "lv_python_perft", "chessmg", "python_perft"),
    Pair(PYTHON_PERFT, "lv_python_perft", "python-chess", "python_perft"),
    Pair(PYTHON_PERFT, "kk_python_perft", "cshogi", "python_perft"),
    Pair(COPIES, "lv_copy", "pyspiel", "hearts_copy"),
    Pair(COPIES, "lv_copy", "python-chess", "copy"),
    Pair(COPIES, "lv_copy", "cshogi", "copy"),
    Pair(COPIES, "lv_copy", "chessmg", "copy"),
    Pair(COPIES, "kk_copy", "pyspiel", "hearts_copy"),
]
