"""Random streams as objects, and random legal actions drawn from them."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import pytest

from cabbage.errors import CabbageError, GameOverError, InputTypeError
from cabbage.krypkasino import Deal, Rules
from cabbage.las_vegan import Round
from cabbage.streams import RandomStream

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


@pytest.mark.parametrize(("seed", "index"), [(0, 0), (7, 0), (7, 1), (MASK, MASK), (2**63, 12345)])
def test_it_is_splitmix64(seed: int, index: int) -> None:
    state = mix((mix((seed + GAMMA) & MASK) + index * GAMMA) & MASK)
    stream = RandomStream(seed, index)
    for place in range(20):
        assert stream.place == place
        state = (state + GAMMA) & MASK
        assert stream.next() == mix(state)


def test_below_is_every_number_alike() -> None:
    stream = RandomStream(1)
    for n in (1, 2, 3, 7, 55, 1000):
        counts = Counter(stream.below(n) for _ in range(30 * n))
        assert set(counts) <= set(range(n))
    counts = Counter(stream.below(6) for _ in range(60_000))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 40  # 5 degrees of freedom
    assert 0 <= stream.below(2**32 - 1) < 2**32 - 1


def test_copies_go_on_alike() -> None:
    stream = RandomStream(5, 6)
    stream.next()
    for other in (
        stream.copy(),
        copy.copy(stream),
        copy.deepcopy(stream),
        pickle.loads(pickle.dumps(stream)),
    ):
        assert other == stream
        assert (other.seed, other.index, other.place) == (5, 6, 1)
        other.below(3)
        assert other != stream
    assert stream != RandomStream(5, 7)
    assert stream != 5
    assert repr(stream) == "<RandomStream(5, 6) at 1>"
    with pytest.raises(TypeError):
        hash(stream)


def test_bad_arguments() -> None:
    for bad in (-1, 2**64):
        with pytest.raises(CabbageError, match="a seed is"):
            RandomStream(bad)
        with pytest.raises(CabbageError, match="an index is"):
            RandomStream(1, bad)
    with pytest.raises(InputTypeError, match="a seed is an integer"):
        RandomStream("1")  # type: ignore[arg-type]
    for n in (0, -1, 2**32):
        with pytest.raises(CabbageError, match="n is 1 to"):
            RandomStream(1).below(n)


@pytest.mark.parametrize("state", [Round.deal(2), Deal.deal(2), Deal.deal(9, Rules(players=4))])
def test_every_legal_action_is_drawn_alike(state: Any) -> None:
    stream = RandomStream(11)
    for _ in range(7):
        state.play(state.random_legal(stream))
    legal = state.legal_moves()
    counts = Counter(state.random_legal(stream) for _ in range(1_000 * len(legal)))
    assert set(counts) == set(legal)
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < len(legal) + 40


def test_it_draws_only_legal_actions_of_whole_games() -> None:
    stream = RandomStream(3)
    for seed in range(30):
        for state in (Round.deal(seed), Deal.deal(seed), Deal.deal(seed, Rules(players=3))):
            while not state.is_terminal:
                action = state.random_legal(stream)
                assert action in state.legal_moves()
                state.play(action)
            place = stream.place
            with pytest.raises(GameOverError, match="is over; position: "):
                state.random_legal(stream)
            assert stream.place == place


def test_it_takes_streams_only() -> None:
    for state in (Round.deal(1), Deal.deal(1)):
        for bad in (None, 1, object()):
            with pytest.raises(InputTypeError, match="the stream is a RandomStream, not"):
                state.random_legal(bad)  # type: ignore[arg-type]
