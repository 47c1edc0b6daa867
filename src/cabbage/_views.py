"""What a seat of either game knows of a round or deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from cabbage._checks import in_range, quoted
from cabbage.errors import InputTypeError, SetupError

if TYPE_CHECKING:
    from typing_extensions import Self  # in `typing` from 3.11 on

__all__ = ["ViewBase", "checked_parts", "checked_seat", "counted", "why_no_way"]


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
    def undo(self) -> int: ...
    def copy(self) -> Self: ...


StateT = TypeVar("StateT", bound=_State)
SetupT = TypeVar("SetupT")
RulesT = TypeVar("RulesT")


class ViewBase(Generic[StateT]):
    """The view of one seat: all that it knows, and nothing else.

    Inside is a world, a round or deal in which the hidden cards lie in one of the ways that the seat must
    reckon with. It is drawn from what the seat knows and from nothing else, so that views are equal where
    what is known is. What a view tells of it are things that are the same in every such world.
    """

    __slots__ = ("_seat", "_world")
    _world: StateT
    _seat: int

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        raise InputTypeError("a view is what observe(seat) of a round or deal, or View.from_setup, returns")

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

    @property
    def history_seats(self) -> tuple[int, ...]:
        """Whose each action of `history` was, as a tuple."""
        back = self._world.copy()
        seats = []
        for _ in self._world.history:
            back.undo()
            seats.append(back.current_player)
        return tuple(reversed(seats))

    def legal_moves(self) -> list[int]:
        """What this seat may play now, as the state has it; empty where it is another's turn."""
        return self._world.legal_moves() if self._world.current_player == self._seat else []

    def tally(self) -> list[int]:
        """Each seat's result if the round or deal ended now, a list of ints; at the end, the returns."""
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

    def __reduce__(self) -> tuple[Any, ...]:
        return observed, (self._world, self._seat)

    def __repr__(self) -> str:
        from cabbage.notation import format_view

        return f"notation.parse_view({format_view(self, one_line=True)!r})"  # type: ignore[arg-type]

    def __str__(self) -> str:
        from cabbage._drawing import draw_view

        return draw_view(self)  # type: ignore[arg-type]


def observed(world: object, seat: int) -> object:
    """Unpickle a view."""
    observe = getattr(type(world), "observe", None)
    view = observe(world, seat) if observe is not None else None
    if not isinstance(view, ViewBase):
        raise InputTypeError(f"a view is of a round or deal, not of {quoted(world)}")
    return view


# ---------------------------------------------------------------- views by hand


def checked_parts(
    game: str,
    setup: object,
    rules: object,
    seat: int,
    setup_type: type[SetupT],
    rules_type: type[RulesT],
) -> tuple[SetupT, RulesT, int]:
    """A set-up and rules whose values have been checked once more, and a seat that has a hand there."""
    if type(setup) is not setup_type:
        raise InputTypeError(f"a set-up is a {game}.Setup, not {quoted(setup)}")
    if rules is not None and type(rules) is not rules_type:
        raise InputTypeError(f"rules are a {game}.Rules, not {quoted(rules)}")
    # Anew, since Python lets a determined caller alter a frozen object.
    own: Any = replace(setup)  # type: ignore[type-var]
    by: Any = rules_type() if rules is None else replace(rules)  # type: ignore[type-var]
    return own, by, checked_seat(seat, len(own.hands), by.players)


def checked_seat(seat: int, hands: int, players: int) -> int:
    """A seat that has one of the hands of a set-up, which are as many as players."""
    if hands != players:
        raise SetupError([f"{hands} hands for {players} players"])
    return in_range("a seat", seat, 0, players - 1)


# ---------------------------------------------------------------- contradictions


def _seats_hold(seats: Sequence[int]) -> str:
    """One seat or several, and the verb."""
    if len(seats) == 1:
        return f"seat {seats[0]} holds"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} hold"


def counted(cards: int) -> str:
    """A number of cards as a text."""
    return "1 card" if cards == 1 else f"{cards} cards"


def why_no_way(
    seat: int,
    unseen: int,
    sizes: Sequence[int],
    may_hold: Sequence[int],
    shown: Sequence[str],
    stock: int = 0,
) -> str | None:
    """Why the cards that `seat` does not see can lie in no way; None where they can.

    unseen: how many they are.
    sizes: how many cards each seat holds, from seat 0; that of `seat` does not count.
    may_hold: for each seat a mask of those of the unseen cards that it may hold.
    shown: for each seat what it has shown not to hold, as a text: "no red".
    stock: how many of the unseen cards are still to be dealt.

    By Hall's theorem there is a way unless some hands together are more cards than these seats may hold.
    """
    rivals = [rival for rival, size in enumerate(sizes) if rival != seat and size > 0]
    held = sum(sizes[rival] for rival in rivals)
    if held + stock > unseen:
        in_stock = f" and the stock is {stock}" if stock else ""
        return f"other hands are {counted(held)}{in_stock}, and only {unseen} are hidden from seat {seat}"
    for count in range(1, len(rivals) + 1):
        for some in combinations(rivals, count):
            cards = 0
            for rival in some:
                cards |= may_hold[rival]
            held = sum(sizes[rival] for rival in some)
            if held > cards.bit_count():
                has = ", ".join(f"seat {rival} has {shown[rival]}" for rival in some if shown[rival])
                return (
                    f"{_seats_hold(some)} {counted(held)}, and only "
                    f"{cards.bit_count()} of the {unseen} hidden from seat {seat} can be theirs: {has}"
                )
    return None
