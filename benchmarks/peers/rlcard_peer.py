"""RLCard: bridge, in Python; its only trick-taking game. A deal is 4 calls, which are given, and 52 cards."""

from __future__ import annotations

from typing import Any

from peers.work import Work, check, drawn_numbers

NAME = "rlcard"
DISTRIBUTION = "rlcard"
ACTIONS = 56


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import rlcard
    from rlcard.games.bridge.utils.action_event import ActionEvent

    env = rlcard.make("bridge", config={"seed": 1})
    game = env.game
    passed = ActionEvent.pass_action_id
    calls = [ActionEvent.first_bid_action_id, passed, passed, passed]

    def by_game() -> int:
        number = drawn_numbers()
        game.init_game()
        for call in calls:
            game.step(ActionEvent.from_action_id(call))
        count = len(calls)
        while not game.is_over():
            moves = game.judger.get_legal_actions()
            game.step(moves[number() % len(moves)])
            count += 1
        _check_over(game)
        return count

    def by_env() -> int:
        number = drawn_numbers()
        env.reset()
        for call in calls:
            state, _ = env.step(call)
        count = len(calls)
        while not env.is_over():
            moves = list(state["legal_actions"])
            state, _ = env.step(moves[number() % len(moves)])
            count += 1
        _check_over(game)
        return count

    return {
        "game": Work(
            "bridge",
            "the game object, each dealt: `get_legal_actions`, the same choice, `step`; no observations",
            "actions", by_game, ACTIONS,
        ),
        "env": Work(
            "bridge, environment",
            "the environment, each dealt: `step`, which also makes an observation; the same choice",
            "actions", by_env, ACTIONS,
        ),
    }  # fmt: skip


def _check_over(game: Any) -> None:
    tricks = sum(game.round.won_trick_counts)
    check(tricks == 13 and not any(player.hand for player in game.round.players), "bridge is played out")
