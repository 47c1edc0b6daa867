"""Thousands of games at a time through arrays: with NumPy alone, with PyTorch, with JAX.

python examples/batch_arrays.py

A policy that is a table of random numbers plays rounds of Las Vegan, four seats a round. The three loops
differ in who turns observations into actions; the games are stepped in the same place. A library that is
not installed is passed over.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import numpy

from cabbage.batch import Rounds

LANES = 1_000
STEPS = 60


def play(name: str, choose: Any) -> None:
    """Step games with the actions that `choose(observations, masks)` returns, and report."""
    rounds = Rounds(None, LANES, seed=1)
    # Written to anew at each step: whoever has a view of them sees the present.
    observations, masks = rounds.observations(), rounds.legal_masks()
    finished, total = 0, numpy.zeros(rounds.num_players, "int64")
    for _ in range(STEPS):
        actions = choose(observations, masks)
        step = rounds.step(actions, auto_reset=True, observations=observations, masks=masks)
        finished += int(step.done.sum())
        total += step.returns.sum(axis=0)
    print(f"{name}: {LANES * STEPS:,} actions, {finished:,} rounds, returns {(total / finished).round(2)}")


def weights() -> numpy.ndarray[Any, numpy.dtype[numpy.float32]]:
    """A linear policy: what an observation speaks for; whole numbers, so that sums are exact."""
    rounds = Rounds(None, 1)
    shape = (rounds.observation_size, rounds.num_actions)
    return numpy.random.default_rng(1).integers(-999, 1000, shape).astype("float32")


def with_numpy() -> None:
    policy = weights()

    def choose(observations: Any, masks: Any) -> Any:
        return numpy.where(masks, observations @ policy, -numpy.inf).argmax(axis=1)

    play("numpy", choose)


def with_torch() -> None:
    torch: Any = importlib.import_module("torch")
    policy = torch.from_numpy(weights())

    def choose(observations: Any, masks: Any) -> Any:
        # No copies: the tensors are the arrays' memory, by DLPack and by the buffer protocol.
        seen, legal = torch.from_dlpack(observations), torch.from_numpy(masks)
        assert seen.data_ptr() == observations.ctypes.data
        assert legal.data_ptr() == masks.ctypes.data
        scores = (seen.float() @ policy).masked_fill(~legal, float("-inf"))
        return scores.argmax(dim=1)  # int64, which `step` reads where it lies

    play("torch", choose)


def with_jax() -> None:
    jax: Any = importlib.import_module("jax")
    policy = jax.numpy.asarray(weights())

    @jax.jit  # type: ignore[untyped-decorator]
    def best(seen: Any, legal: Any) -> Any:
        return jax.numpy.where(legal, seen.astype("float32") @ policy, -jax.numpy.inf).argmax(axis=1)

    def choose(observations: Any, masks: Any) -> Any:
        # JAX arrays never change, so it copies what is written to; its int32 actions are read as they are.
        return numpy.asarray(best(observations, masks))

    play("jax", choose)


def main() -> None:
    with_numpy()
    for name, run in (("torch", with_torch), ("jax", with_jax)):
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed")
        else:
            run()


if __name__ == "__main__":
    main()
