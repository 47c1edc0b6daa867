"""What the games of both kinds share: a sequence of rounds or deals, played one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from cabbage._checks import quoted
from cabbage._checks import seed as checked_seed
from cabbage._values import RulesBase, Validated
from cabbage.errors import CabbageError, GameOverError, InputTypeError, NotFinishedError

if TYPE_CHECKING:
    from typing_extensions import Self  # in `typing` from 3.11 on


class State(Protocol):
    """What a `Game` asks of a round or deal."""

    @property
    def is_terminal(self) -> bool: ...
    @property
    def history(self) -> tuple[int, ...]: ...
    def play(self, action: Any, /) -> None: ...
    def returns(self) -> list[int]: ...
    def tally(self) -> list[int]: ...
    def copy(self) -> Any: ...


R = TypeVar("R", bound=RulesBase)
D = TypeVar("D", bound=Validated)
S = TypeVar("S", bound=State)


class GameBase(Generic[R, D, S]):
    """A whole game, by rules R, of set-ups D that make states S.

    The subclasses know how a round or deal begins, and when the game is over.
    """

    #: What a part of the game is called, for messages.
    _part = "round"
    #: The class of R.
    _rules_type: Any

    _rules: R
    _seed: int | None
    _finished: list[S]
    _present: S

    def __init__(self, seed: int | None = None, rules: R | None = None, *, deal: D | None = None) -> None:
        if rules is None:
            rules = self._rules_type()
        elif type(rules) is not self._rules_type:
            name = self._rules_type.__module__.removeprefix("cabbage.")
            raise InputTypeError(f"rules are a {name}.Rules, not {quoted(rules)}")
        self._rules = rules
        self._seed = None if seed is None else checked_seed(seed)
        self._finished = []
        self._present = self._begin(deal)

    @property
    def rules(self) -> R:
        """The rule set of the game."""
        return self._rules

    def _begin(self, deal: D | None) -> S:
        """The next part, from the seed or from a set-up."""
        if deal is None:
            if self._seed is None:
                raise CabbageError(f"a game without a seed needs the deal of every {self._part}")
            return self._from_seed(self._seed)
        if self._seed is not None:
            raise CabbageError("a game dealt from a seed takes no other deals")
        return self._from_setup(deal)

    def _from_seed(self, seed: int) -> S:
        raise NotImplementedError

    def _from_setup(self, deal: D) -> S:
        raise NotImplementedError

    def _has_ended(self, totals: Sequence[int]) -> bool:
        """Whether the game is over, the present part being so, with these totals."""
        raise NotImplementedError

    def _start_total(self) -> int:
        raise NotImplementedError

    @property
    def seed(self) -> int | None:
        """The seed the game is dealt from, or None."""
        return self._seed

    @property
    def states(self) -> tuple[S, ...]:
        """All parts begun so far, the present one last; of finished ones copies."""
        return (*(played.copy() for played in self._finished), self._present)

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's total after the parts that are over."""
        totals = [self._start_total()] * len(self._present.tally())
        for played in (*self._finished, self._present):
            if played.is_terminal:
                totals = [a + b for a, b in zip(totals, played.returns(), strict=True)]
        return tuple(totals)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._present.is_terminal and self._has_ended(self.totals)

    def _check_over(self) -> None:
        if not self.is_over:
            raise NotFinishedError(f"the game is in {self._part} {len(self._finished)}: nobody has won yet")

    def play(self, action: Any) -> None:
        """Play an action in the present part, as its own `play` does."""
        self._present.play(action)

    def deal_next(self, deal: D | None = None) -> S:
        """Start the next part and return it: from the seed, or from a set-up.

        Raises NotFinishedError while the present one is being played, GameOverError after the end,
        SetupError if `deal` cannot come next.
        """
        if self.is_over:
            raise GameOverError(f"the game ended after {self._part} {len(self._finished)}")
        if not self._present.is_terminal:
            raise NotFinishedError(f"{self._part} {len(self._finished)} is still being played")
        self._finished.append(self._present)
        try:
            self._present = self._begin(deal)
        except BaseException:
            self._finished.pop()
            raise
        return self._present

    def copy(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        other._rules = self._rules
        other._seed = self._seed
        other._finished = [played.copy() for played in self._finished]
        other._present = self._present.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, GameBase)
        return (self._seed, self._rules, self.states) == (other._seed, other._rules, other.states)

    __hash__ = None  # type: ignore[assignment]
