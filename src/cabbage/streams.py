"""Random numbers that are the same everywhere: for `Round.random_legal`, for players, for your own draws.

>>> from cabbage.las_vegan import Round
>>> from cabbage.streams import RandomStream
>>> state, stream = Round.deal(seed=1), RandomStream(seed=1)
>>> while not state.is_terminal:
...     state.play_unchecked(state.random_legal(stream))
>>> state.returns()
[-3, 0, -2, -3]
"""

from __future__ import annotations

from cabbage._streams import RandomStream

__all__ = ["RandomStream"]
