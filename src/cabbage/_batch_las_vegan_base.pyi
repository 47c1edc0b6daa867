from typing import Any, TypeAlias, final

import numpy.typing

from cabbage._core import Round
from cabbage._las_vegan_rules import Rules

_Array: TypeAlias = numpy.typing.NDArray[Any]
_Failure: TypeAlias = tuple[int, int] | None

@final
class Lanes:
    def __new__(cls, rules: Rules, size: int) -> Lanes: ...
    @property
    def size(self) -> int: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def num_players(self) -> int: ...
    @property
    def observation_size(self) -> int: ...
    def commit(self) -> None: ...
    def load(self, lane: int, state: Round) -> None: ...
    def unload(self, lane: int) -> Round: ...
    def copy_from(self, other: Lanes) -> None: ...
    def take_from(self, other: Lanes, numbers: _Array) -> None: ...
    def is_equal(self, other: Lanes) -> bool: ...
    def to_bytes(self) -> bytes: ...
    def fill(self, data: bytes) -> None: ...

def lane_bytes() -> int: ...
def start_streams(lanes: Lanes, begin: int, end: int, seed: int, first_stream: int) -> None: ...
def deal(lanes: Lanes, begin: int, end: int, chosen: _Array | None) -> None: ...
def seeds(lanes: Lanes, begin: int, end: int, out: _Array) -> None: ...
def over(lanes: Lanes, begin: int, end: int, out: _Array) -> None: ...
def current_players(lanes: Lanes, begin: int, end: int, out: _Array) -> None: ...
def tallies(lanes: Lanes, begin: int, end: int, out: _Array) -> None: ...
def legal(
    lanes: Lanes,
    begin: int,
    end: int,
    captures: int,
    omit: bool,
    words: _Array | None,
    masks: _Array | None,
) -> _Failure: ...
def observe(lanes: Lanes, begin: int, end: int, seats: _Array | None, out: _Array) -> None: ...
def step(
    lanes: Lanes,
    begin: int,
    end: int,
    wide: _Array | None,
    narrow: _Array | None,
    auto_reset: bool,
    captures: int,
    omit: bool,
    done: _Array | None,
    returns: _Array | None,
    players: _Array | None,
    words: _Array | None,
    masks: _Array | None,
    observations: _Array | None,
) -> _Failure: ...
def random_actions(
    lanes: Lanes, begin: int, end: int, seed: int, first_stream: int, out: _Array
) -> _Failure: ...
def resample(
    lanes: Lanes, begin: int, end: int, seats: _Array | None, seed: int, first_stream: int
) -> _Failure: ...
def playouts(
    lanes: Lanes,
    begin: int,
    end: int,
    seed: int,
    first_stream: int,
    returns: _Array,
    lengths: _Array | None,
) -> _Failure: ...
def playouts_of_one(
    lanes: Lanes, begin: int, end: int, seed: int, count: int, returns: _Array | None
) -> tuple[_Failure, int, list[int], list[int]]: ...

@final
class InformationSetSearch:
    def __new__(
        cls,
        lanes: Lanes,
        seat: int,
        weights: list[list[int]],
        exploration: float,
        seed: int,
        most_nodes: int,
    ) -> InformationSetSearch: ...
    def run(self, count: int) -> int: ...
    def found(self) -> list[tuple[int, int, int, int]]: ...

def search_worlds(
    lanes: Lanes,
    seat: int,
    weights: list[list[int]],
    is_duel: bool,
    begin: int,
    end: int,
    seed: int,
    depth: int,
    exact: int,
    playouts: int,
    max_nodes: int,
) -> tuple[int, list[tuple[int, int, int]]]: ...
