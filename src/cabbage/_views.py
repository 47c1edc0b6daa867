"""What a seat of either game knows of a round or deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from cabbage._checks import quoted
from cabbage.errors import InputTypeError

if TYPE_CHECKING:
    from typing_extensions import Self  # in `typing` from 3.11 on

__all__ = ["ViewBase"]


class _State(Protocol):
    """What views need of a Round or a Deal."""

    @property
    def num_players(self) -> int: ...
    @property
    def current_player(self) -> int: ...
    @property
    def is_terminal(self) -> bool: ...
    @property
    def history(self) -> tuple[int, ...]: ...
    @property
    def zobrist_hash(self) -> int: ...
    def legal_moves(self) -> list[int]: ...
    def tally(self) -> list[int]: ...


StateT = TypeVar("StateT", bound=_State)


class ViewBase(Generic[StateT]):
    """The view of one seat: all that it knows, and nothing else.

    Inside is a world, a round or deal in which the hidden cards lie in one of the ways that the seat must
    reckon with. It is drawn from what the seat knows and from nothing else, so that views are equal where
    what is known is. What a view tells of it are things that are the same in every such world.
    """

    __slots__ = ("_seat", "_world")
    _world: StateT
    _seat: int

    def __init__(self) -> None:
        raise InputTypeError("a view is what observe(seat) of a round or deal returns")

    @classmethod
    def _of(cls, world: StateT, seat: int) -> Self:
        """The view that a seat has of a world in which the hidden cards are drawn by `resample`, seed 0."""
        self = object.__new__(cls)
        put = object.__setattr__
        put(self, "_world", world)
        put(self, "_seat", seat)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a view is immutable; {name} cannot be deleted")

    @property
    def seat(self) -> int:
        """Whose view it is."""
        return self._seat

    @property
    def num_players(self) -> int:
        """How many seats play, 2 to 6."""
        return self._world.num_players

    @property
    def current_player(self) -> int:
        """The seat to move; as the state has it."""
        return self._world.current_player

    @property
    def is_terminal(self) -> bool:
        """Whether the last decision is made."""
        return self._world.is_terminal

    @property
    def history(self) -> tuple[int, ...]:
        """The actions of all seats since the deal or the set-up, as a tuple."""
        return self._world.history

    def legal_moves(self) -> list[int]:
        """What this seat may play now, as the state has it; empty where it is another's turn."""
        return self._world.legal_moves() if self._world.current_player == self._seat else []

    def tally(self) -> list[int]:
        """Each seat's result if the round or deal ended now, a list of ints."""
        return self._world.tally()

    def _shown(self) -> Sequence[object]:
        """What the history has shown of each seat."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (
            self._seat == other._seat
            and self._world == other._world
            and tuple(self._shown()) == tuple(other._shown())
        )

    def __hash__(self) -> int:
        return hash((self._seat, self._world.zobrist_hash, tuple(self._shown())))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return observed, (self._world, self._seat)


def observed(world: object, seat: int) -> object:
    """Unpickle a view."""
    observe = getattr(type(world), "observe", None)
    if observe is None:
        raise InputTypeError(f"a view is of a round or deal, not of {quoted(world)}")
    return observe(world, seat)
