"""colver: Belote, in Rust. A deal is 32 cards, and is played here at a contract of 80."""

from __future__ import annotations

from peers.work import Work, check, check_mean, drawn_numbers

NAME = "colver"
DISTRIBUTION = "colver"
CARDS = 32
GAMES = 40


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import colver

    env = colver.Env.deal(dealer=0, seed=3)
    env.set_contract(0, 80, 0, 0)
    env.set_phase_playing()
    start = list(env.get_state_bytes())
    number = drawn_numbers()

    def game() -> int:
        env.set_state_bytes(start)
        moves, done, count = env.legal_actions(), False, 0
        while not done:
            _, _, done, moves = env.step(moves[number() % len(moves)])
            count += 1
        check(env.is_terminal(), "colver's deal is played out")
        return count

    def steps() -> int:
        return sum(game() for _ in range(GAMES))

    rewards = []
    for _ in range(300):
        game()
        rewards.append(env.rewards()[0])

    def rollouts() -> int:
        env.set_state_bytes(start)
        check_mean(env.rollout(2_000)[0], rewards, "mean reward of colver's rollouts")
        return 2_000 * CARDS

    return {
        "rollouts": Work(
            "Belote", "`Env.rollout`: native, from the first card of one deal",
            "actions", rollouts, 2_000 * CARDS,
        ),
        "steps": Work(
            "Belote",
            "`Env.step`, which also makes an observation of 415 numbers and the list of the legal actions; "
            "the same choice",
            "actions", steps, GAMES * CARDS,
        ),
    }  # fmt: skip
