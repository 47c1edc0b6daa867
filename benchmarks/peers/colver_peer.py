"""colver: Belote, in Rust. A deal is 32 cards, and is played here at a contract of 80."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from peers.work import Work, check, check_mean, drawn_numbers

NAME = "colver"
DISTRIBUTION = "colver"
CARDS = 32
ROLLOUTS = 2_000
GAMES = 40
MILLISECONDS = 50


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import colver

    def dealt(seed: int) -> Any:
        env = colver.Env.deal(dealer=0, seed=seed)
        env.set_contract(0, 80, 0, 0)
        env.set_phase_playing()
        return env

    def play(seed: int, number: Callable[[], int]) -> tuple[int, float]:
        """A deal from Python: its actions, and the reward of one side."""
        env = dealt(seed)  # a new one: an old one keeps all that was ever played, and slows down
        moves, done, count = env.legal_actions(), False, 0
        while not done:
            _, _, done, moves = env.step(moves[number() % len(moves)])
            count += 1
        check(env.is_terminal(), "Belote is played out")
        return count, env.rewards()[0]

    def steps() -> int:
        number = drawn_numbers()
        return sum(play(seed, number)[0] for seed in range(GAMES))

    start, number = dealt(3), drawn_numbers()
    rewards = [play(3, number)[1] for _ in range(300)]

    def rollouts() -> int:
        check_mean(start.rollout(ROLLOUTS)[0], rewards, "mean reward of colver's rollouts")
        return ROLLOUTS * CARDS

    def ismcts() -> int:
        found = start.action_naive_ismcts_with_stats(MILLISECONDS)
        counts = dict(found["visit_counts"])
        check(sorted(counts) == sorted(start.legal_actions()), "colver searches all cards")
        check(sum(counts.values()) == found["root_visits"], "colver's visits")
        return sum(counts.values())

    return {
        "rollouts": Work(
            "Belote", "`Env.rollout`: native, from the first card of one deal",
            "actions", rollouts, ROLLOUTS * CARDS,
        ),
        "ismcts": Work(
            "Belote",
            f"`Env.action_naive_ismcts_with_stats` of {MILLISECONDS} ms: one world after the other, each "
            "with a tree of its own and 50 simulations; the first card of one deal",
            "simulations", ismcts, is_timed=True,
        ),
        "steps": Work(
            "Belote",
            "each dealt: `Env.step`, which also makes an observation of 415 numbers; the same choice",
            "actions", steps, GAMES * CARDS,
        ),
    }  # fmt: skip
