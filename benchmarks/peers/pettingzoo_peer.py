"""PettingZoo: Hanabi, the longest card game of its classic environments, over OpenSpiel and Shimmy."""

from __future__ import annotations

import warnings

from peers.work import Work, check, drawn_numbers

NAME = "pettingzoo"
DISTRIBUTION = "pettingzoo"


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    import pettingzoo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the precision of its own spaces
        env = pettingzoo.make("aec", "classic/hanabi-v5")

    def run() -> int:
        number = drawn_numbers()
        count = 0
        for seed in range(4):
            env.reset(seed=seed)
            while env.agents:
                observation, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
                moves = mask.nonzero()[0]
                env.step(moves[number() % len(moves)])
                count += 1
            check(not env.agents, "Hanabi is played out")
        check(count >= 4 * 3, "three lives are not lost in fewer actions")
        return count

    detail = "each dealt: `last` with its observation, the mask's `nonzero`, the same choice, `step`"
    return {"hanabi": Work("Hanabi", detail, "actions", run)}
