"""Which of the cards that a seat does not see another seat may hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cabbage._views import why_no_way

__all__ = ["Hidden"]


class Hidden:
    """The cards that a seat does not see, and who may hold which of them."""

    def __init__(
        self,
        seat: int,
        cards: Sequence[int],
        sizes: Sequence[int],
        may_have: Callable[[int, int], bool],
        stock: int = 0,
    ) -> None:
        """cards: those that `seat` does not see, copies twice. sizes: of each hand.

        may_have: whether a seat has not shown to lack a card. stock: how many are still to be dealt.
        """
        self._seat = seat
        self._cards = tuple(cards)
        self._sizes = tuple(sizes)
        self._stock = stock
        self._masks = [
            sum(1 << place for place, card in enumerate(cards) if may_have(other, card))
            for other in range(len(sizes))
        ]

    def may_hold(self, other: int, card: int, without: Callable[[int], bool] | None = None) -> bool:
        """Whether `other` holds `card` in some world, and nothing that `without` tells."""
        if other == self._seat or not self._sizes[other] or card not in self._cards:
            return False
        place = self._cards.index(card)
        masks = list(self._masks)
        if without is not None:
            masks[other] &= ~sum(1 << n for n, hidden in enumerate(self._cards) if without(hidden))
        if not masks[other] >> place & 1:
            return False
        sizes = list(self._sizes)
        sizes[other] -= 1
        masks = [mask & ~(1 << place) for mask in masks]
        nothing = [""] * len(sizes)
        return why_no_way(self._seat, len(self._cards) - 1, sizes, masks, nothing, self._stock) is None
