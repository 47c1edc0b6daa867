"""OpenSpiel: hearts and spades, in C++ behind pybind11. A deal is 52 cards, dealt and bid beforehand."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from peers.work import Work, check, check_mean, drawn_numbers

NAME = "pyspiel"
DISTRIBUTION = "open_spiel"
CARDS = 52
GAMES = 400
ROLLOUTS = 500
NO_PASSING = 0  # hearts: the first chance outcome says where cards are passed
SIMULATIONS = 1_000
BID_3 = 55  # spades: the bids are 52 (nil) to 65


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import pyspiel

    found = {}
    for name in ("hearts", "spades"):
        game = pyspiel.load_game(name)
        start = _dealt(game, name)
        number = drawn_numbers()
        samples = [_play(start, number)[1] for _ in range(300)]
        found[f"{name}_rollouts"] = _rollouts(pyspiel, name, game, start, samples)
        found[f"{name}_steps"] = _steps(name, start)
        found[f"{name}_choice"] = _choice(name, start)
        found[f"{name}_copy"] = _copy(name, start)
        if name == "hearts":
            found["hearts_ismcts"] = _simulations(pyspiel, name, start)
    return found


def _dealt(game: Any, name: str) -> Any:
    """A position with all cards dealt and none played."""
    rng = random.Random(1)
    state = game.new_initial_state()
    if name == "hearts":
        state.apply_action(NO_PASSING)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    if name == "spades":
        for _ in range(4):
            state.apply_action(BID_3)
    return state


def _play(start: Any, number: Callable[[], int]) -> tuple[int, float]:
    """A game from Python: its actions, and the return of who moves first."""
    state = start.clone()
    count = 0
    play, legal_actions = state.apply_action, state.legal_actions
    while moves := legal_actions():
        play(moves[number() % len(moves)])
        count += 1
    check(state.is_terminal(), "a deal is played out")
    return count, state.returns()[start.current_player()]


def _steps(name: str, start: Any) -> Work:
    def run() -> int:
        number = drawn_numbers()
        return sum(_play(start, number)[0] for _ in range(GAMES))

    detail = "a clone of one deal for each; `legal_actions`, the same choice, `apply_action`"
    return Work(name, detail, "actions", run, GAMES * CARDS)


def _choice(name: str, start: Any) -> Work:
    def run() -> int:
        choice = random.Random(1).choice
        count = 0
        for _ in range(GAMES):
            state = start.clone()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                count += 1
        return count

    detail = "a clone of one deal for each; `is_terminal`, `legal_actions`, `random.choice`, `apply_action`"
    return Work(f"{name}, choice", detail, "actions", run, GAMES * CARDS)


def _rollouts(pyspiel: Any, name: str, game: Any, start: Any, samples: list[float]) -> Work:
    """The evaluator has no method in Python: a search of one simulation asks it once, at the root."""

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
        root = bot.mcts_search(start)
        total = root.total_reward * ROLLOUTS
        check(root.explore_count == 1 and abs(total - round(total)) < 1e-6, f"{name}: a sum of whole returns")
        check_mean(root.total_reward, samples, f"mean return of rollouts of {name}")
        return ROLLOUTS * CARDS

    asked = f"`RandomRolloutEvaluator` of {ROLLOUTS} rollouts, asked once by `MCTSBot.mcts_search`"
    detail = f"native, one deal: {asked}"
    return Work(name, detail, "actions", run, ROLLOUTS * CARDS)


def _simulations(pyspiel: Any, name: str, start: Any) -> Work:
    """The first lead with a choice. The first simulation makes the root, and visits no action of it."""
    state = start.clone()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    choices = len(state.legal_actions())

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        policy = pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS).get_policy(state)
        visits = [share * (SIMULATIONS - 1) for _, share in policy]
        check(len(visits) == choices and round(sum(visits)) == SIMULATIONS - 1, name)
        check(all(abs(number - round(number)) < 1e-6 for number in visits), f"{name}: whole visits")
        return SIMULATIONS

    detail = (
        f"`ISMCTSBot.get_policy`, {SIMULATIONS:,} simulations, each of a world of its own, with one random "
        f"rollout; the lead to the second trick, {choices} cards to choose from"
    )
    return Work(name, detail, "simulations", run, SIMULATIONS)


def _copy(name: str, start: Any) -> Work:
    def run() -> int:
        clone = start.clone
        for _ in range(1_000):
            made = clone()
        check(made.history() == start.history() and str(made) == str(start), name)
        return 1_000

    return Work(name, "`clone()` before the first card", "copies", run, 1_000)
