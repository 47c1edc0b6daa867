"""A value between proven bounds, and which question to ask next about it.

There are two ways to narrow an interval. `straight` leads to the value by the fewest questions that
are likely to be needed, and says little until it is there. `Narrowing` comes from both ends: a
question far from the value is cheap to answer, so that whenever the search is stopped there is
something to show.

Sources: A. Plaat et al., "Best-first fixed-depth minimax algorithms" (1996), for MTD(f); J. Bentley
and A. Yao, "An almost optimal algorithm for unbounded searching" (1976), for steps that double.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cabbage._budgets import NO_LIMIT
from cabbage._solutions import Bounds

__all__ = ["FIRST_SHARE", "FROM_ABOVE", "FROM_BELOW", "Interval", "Narrowing", "find_value"]

#: The nodes of a question in the first round of a search with a budget; each round doubles them.
FIRST_SHARE = 1 << 12
FROM_BELOW, FROM_ABOVE = 0, 1

#: Whether utility is at least a bound, within a share of nodes: bounds that decide it, or None.
Ask = Callable[[int, int], Bounds | None]


class Interval:
    """A utility that is proven to be from `lower` to `upper`.

    guess: where to begin to look for it, by default in the middle. step: how far from what is proven to ask
    next; it doubles as long as the answers stay the same.
    """

    def __init__(self, lower: int, upper: int, guess: int | None = None, step: int = 1) -> None:
        self.lower = lower
        self.upper = upper
        self.guess = (lower + upper + 1) // 2 if guess is None else guess
        self._first_step = step
        self._step = 0
        self._grew = False

    @property
    def is_exact(self) -> bool:
        """Whether nothing is left to ask."""
        return self.lower == self.upper

    @property
    def bounds(self) -> Bounds:
        """Both ends."""
        return self.lower, self.upper

    def meet(self, lower: int, upper: int) -> None:
        """Take in other proven bounds."""
        self.lower = max(self.lower, lower)
        self.upper = min(self.upper, upper)

    def next_bound(self) -> int:
        """The bound to ask about on the straight way."""
        if self._step == 0:
            bound = self.guess
        else:
            bound = self.lower + self._step if self._grew else self.upper - self._step + 1
        return min(max(bound, self.lower + 1), self.upper)

    def go_straight(self, ask: Ask, share: int) -> int | None:
        """Ask until the value is exact, or until a question takes more than a share; returns that one."""
        while not self.is_exact:
            bound = self.next_bound()
            answer = ask(bound, share)
            if answer is None:
                return bound
            grew = answer[0] >= bound
            self._step = 2 * self._step if self._step and grew == self._grew else self._first_step
            self._grew = grew
            self.meet(*answer)
        return None


class Narrowing:
    """Narrows an interval in rounds whose questions may take more and more nodes.

    A round goes straight for the value, which is soon there if it is easy to find, then from each end.
    The questions do not depend on when the search will end: with a larger budget it goes on where with
    a smaller one it stops, so that more budget never gives a wider interval.
    """

    def __init__(self, interval: Interval, ask: Ask) -> None:
        self._interval = interval
        self._ask = ask
        step = max(1, (interval.upper - interval.lower) // 4)
        self._steps = [step, step]

    def go_round(self, share: int) -> None:
        """Go each way until a question takes more than a share."""
        undecided = [self._interval.go_straight(self._ask, share)]
        undecided.append(self.go_from(FROM_BELOW, share, undecided))
        self.go_from(FROM_ABOVE, share, undecided)

    def go_from(self, end: int, share: int, undecided: Sequence[int | None] = ()) -> int | None:
        """Ask from one end on in steps that double, until a question takes more than a share; returns it.

        Questions that are `undecided` by as much are not asked again.
        """
        interval = self._interval
        while not interval.is_exact:
            step = min(self._steps[end], interval.upper - interval.lower)
            bound = interval.lower + step if end == FROM_BELOW else interval.upper - step + 1
            answer = None if bound in undecided else self._ask(bound, share)
            if answer is None:
                self._steps[end] = max(1, step // 2)
                return bound
            interval.meet(*answer)
            self._steps[end] = 2 * step
        return None


def find_value(interval: Interval, ask: Ask, *, is_limited: bool) -> None:
    """Ask until the value is exact: straight on, or from both ends too where the search may be stopped."""
    if not is_limited:
        interval.go_straight(ask, NO_LIMIT)
        return
    narrowing, share = Narrowing(interval, ask), FIRST_SHARE
    while not interval.is_exact:
        narrowing.go_round(share)
        share = min(2 * share, NO_LIMIT)
