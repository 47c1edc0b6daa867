"""Thousands of games at a time, in one block of memory, through NumPy arrays.

`Rounds` of Las Vegan and `Deals` of Krypkasino hold n independent games, its *lanes*, and do to all of them
what a `Round` or a `Deal` does to one: legal actions, steps, returns, observations, random play. `playouts`
plays one position out many times.

    >>> from cabbage.batch import Rounds
    >>> rounds = Rounds(None, n=1000, seed=7)                   # None: the default rules
    >>> rounds.legal_masks().shape, rounds.observations().shape
    ((1000, 55), (1000, 494))
    >>> total = 0
    >>> for _ in range(100):                                    # deals anew where a round is over
    ...     step = rounds.step(rounds.random_actions(), auto_reset=True)
    ...     total += int(step.done.sum())
    >>> total
    2000

Arrays are ordinary NumPy arrays. Results are new ones, or are written to arrays of the caller's, which must
have the right type and shape and lie in C order. Inputs are read where they lie; a list of numbers will do.
Tensors of other libraries that offer the buffer protocol, `__array__` or DLPack are arrays without a copy
(`numpy.from_dlpack`, `torch.from_numpy`).

Random numbers. Lane i takes the seeds of its deals from a stream of its own of the batch's seed, and for
each call that draws anything a stream of its own again. So nothing depends on `threads`, and two batches of
500 lanes, the second with `first=500`, do what one of 1,000 does.

Calls release the GIL. A batch may be used from several threads, one call at a time; not by a signal handler
of a thread that is busy with it, and do not fork while a call runs in another thread. A step counts wholly
or not at all: an illegal action in one lane, or Ctrl-C, leaves all lanes as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cabbage import _checks, krypkasino, las_vegan
from cabbage._batch import CAPTURES, SKIP, Batch, StepResult
from cabbage._batches import LOOPS
from cabbage._games import KRYPKASINO, LAS_VEGAN
from cabbage._observations import Field
from cabbage._playouts import Playouts, playouts

if TYPE_CHECKING:
    from typing_extensions import Self  # in `typing` from 3.11 on

__all__ = ["SKIP", "Deals", "Field", "Playouts", "Rounds", "StepResult", "playouts"]


class Rounds(Batch[las_vegan.Round, las_vegan.Rules]):
    """Rounds of Las Vegan: n lanes of one rule set.

    rules: a `las_vegan.Rules`; None is the default rule set.
    n: how many lanes, 1 or more.
    seed: 0 to 2**64 - 1, from which all is drawn. first: the number of lane 0, see above.
    threads: how many threads deal.

    Each lane is dealt as round 0 of a game, seat 0 to lead; `Round.deal(seeds()[i], rules)` is the same.

    Raises BatchMemoryError, before anything is allocated, for more lanes than this machine has memory for;
    InputTypeError and CabbageError for other bad arguments.
    """

    _kind = LAS_VEGAN
    _loops = LOOPS[LAS_VEGAN.name]

    @property
    def num_actions(self) -> int:
        """How many actions a mask covers: all 55."""
        return las_vegan.NUM_ACTIONS


class Deals(Batch[krypkasino.Deal, krypkasino.Rules]):
    """Deals of Krypkasino: n lanes of one rule set.

    rules: a `krypkasino.Rules`; None is the default rule set.
    n: how many lanes, 1 or more.
    seed: 0 to 2**64 - 1, from which all is drawn. first: the number of lane 0, see above.
    captures: how many captures a card masks have a place for, 1 to 65,536: they cover the moves below
        52 * captures, for a move's number is card + 52 * index. In fifty million positions of random play
        under the printed rules two had a legal move with an index above 12, and none above 15; steps take
        any legal move.
    omit: what is done about a legal move without a place. False (default): whatever writes masks raises
        TooManyCapturesError. True: the move is left out, unless no legal move has a place.
    threads: how many threads deal.

    Each lane is dealt as deal 0 of a game, seat 0 dealing; `Deal.deal(seeds()[i], rules)` is the same.

    Raises BatchMemoryError, before anything is allocated, for more lanes than this machine has memory for;
    InputTypeError and CabbageError for other bad arguments.
    """

    _kind = KRYPKASINO
    _loops = LOOPS[KRYPKASINO.name]

    def __init__(
        self,
        rules: krypkasino.Rules | None,
        n: int,
        seed: int = 0,
        *,
        first: int = 0,
        captures: int = CAPTURES,
        omit: bool = False,
        threads: int = 1,
    ) -> None:
        captures = _checked_captures(captures)
        super().__init__(rules, n, seed, first=first, threads=threads)
        self._captures, self._omit = captures, bool(omit)

    @classmethod
    def from_states(
        cls,
        states: Sequence[krypkasino.Deal],
        seed: int = 0,
        *,
        first: int = 0,
        captures: int = CAPTURES,
        omit: bool = False,
    ) -> Self:
        """As for `Rounds`; `captures` and `omit` as when a batch is made."""
        captures = _checked_captures(captures)
        deals = super().from_states(states, seed, first=first)
        deals._captures, deals._omit = captures, bool(omit)
        return deals

    @property
    def num_actions(self) -> int:
        """How many moves a mask covers: 52 * captures."""
        return 52 * self._captures

    @property
    def captures(self) -> int:
        """How many captures a card masks have a place for."""
        return self._captures

    @property
    def omit(self) -> bool:
        """Whether masks leave out what they have no place for."""
        return self._omit


def _checked_captures(captures: object) -> int:
    return _checks.in_range("captures", captures, 1, 1 << 16)
