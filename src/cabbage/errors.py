"""Every error this package raises on bad input. All are `CabbageError`, and so `ValueError`.

`SearchInterrupted` and `MatchInterrupted` are none of them: they are Ctrl-C, `KeyboardInterrupt`s with what
was known by then.
"""

from __future__ import annotations

# Not from `typing`, whose import would cost `import cabbage` more than all else it does.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = [
    "ActionTypeError",
    "ArrayError",
    "BatchMemoryError",
    "CabbageError",
    "CardError",
    "GameOverError",
    "IllegalActionError",
    "InputTypeError",
    "LaneError",
    "MatchInterrupted",
    "NodeBudgetError",
    "NotExactError",
    "NotFinishedError",
    "NotationError",
    "ObjectiveError",
    "PlayerError",
    "RecordError",
    "RulesError",
    "SearchInterrupted",
    "SetupError",
    "TableInUseError",
    "TooManyCapturesError",
    "UndoError",
    "ViewError",
]


class CabbageError(ValueError):
    """Base of all errors of this package."""


class InputTypeError(CabbageError, TypeError):
    """An argument has the wrong type altogether."""


class CardError(CabbageError):
    """A text, number or set that is not a card, a casino card or a card set."""


class RulesError(CabbageError):
    """A rule set that cannot be played."""


class SetupError(CabbageError):
    """A set-up that is impossible.

    Attributes:
        faults: every fault found, a sentence each.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults: tuple[str, ...] = tuple(faults)
        super().__init__("; ".join(self.faults))

    def __reduce__(self) -> tuple[type[SetupError], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class NotationError(CabbageError):
    """A text that does not follow the grammar of `cabbage.notation`, with where it goes wrong."""


class IllegalActionError(CabbageError):
    """An action that may not be played now. The message quotes it and the position."""


class ActionTypeError(IllegalActionError, InputTypeError):
    """An action that is not an integer."""


class UndoError(CabbageError):
    """Nothing is left to take back."""


class NotFinishedError(CabbageError):
    """Something was asked that only a finished round or game can answer."""


class GameOverError(CabbageError):
    """Something was asked that only a running round or game can answer."""


class TooManyCapturesError(CabbageError):
    """A Krypkasino table on which cards have more captures than are listed (65,536 a position)."""


class RecordError(CabbageError):
    """A game record that is malformed, or that does not replay to what it says."""


class NodeBudgetError(CabbageError):
    """A search needed more nodes than it was allowed."""


class NotExactError(CabbageError):
    """An exact value was asked of a search that ran out of budget; the message has what is proven."""


class ObjectiveError(CabbageError):
    """An objective that is unknown, or that does not fit the players or teams of a position."""


class TableInUseError(CabbageError):
    """A transposition table that another search is using for another deal or objective."""


class ViewError(CabbageError):
    """A view that contradicts itself: there is no way in which the hidden cards could lie."""


class PlayerError(CabbageError):
    """A player that is unknown, that does not play this game, or that has returned an illegal action."""


class ArrayError(CabbageError):
    """An array of the wrong type of numbers, shape or strides, or one that cannot be written to."""


class BatchMemoryError(CabbageError, MemoryError):
    """A batch, or an array of results, that is larger than the memory of this machine."""


class LaneError(CabbageError, IndexError):
    """A number that is none of a batch's lanes."""


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search of `cabbage.solver`. What catches KeyboardInterrupt catches it.

    Attributes:
        solution: what was known by then. Of `solve` a Solution; of `solve_all` a list with a Solution
            for each position, None for those not begun; of `analyse` an Analysis of what it had reached.
    """

    def __init__(self, message: str, solution: Any = None) -> None:
        self.solution = solution
        super().__init__(message)

    def __reduce__(self) -> tuple[type[SearchInterrupted], tuple[str, Any]]:
        return type(self), (str(self), self.solution)


class MatchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a match. What catches KeyboardInterrupt catches it.

    Attributes:
        match: the Match of the deals before the first that was not finished; None where that was the first.
    """

    def __init__(self, message: str, match: Any = None) -> None:
        self.match = match
        super().__init__(message)

    def __reduce__(self) -> tuple[type[MatchInterrupted], tuple[str, Any]]:
        return type(self), (str(self), self.match)
