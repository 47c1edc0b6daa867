"""A Krypkasino set-up: a position as somebody states it, before anyone has checked it.

`Setup` holds anything; `faults` names what is impossible about it: the places and numbers of the
cards, whose turn it is, who captured and swept. Whether play could have led there is not worked
out. Only a set-up without faults becomes a `Deal`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cabbage._checks import integer, quoted, shown, some_of
from cabbage._krypkasino_cards import Card, parse_cards
from cabbage._krypkasino_rules import Rules
from cabbage._values import Validated
from cabbage.errors import InputTypeError

__all__ = ["Setup"]

_COURT_RANKS = (10, 11, 12)
MAX_SWEEP_POINTS = 1_000


def _cards(name: str, value: object, *, in_order: bool = False) -> tuple[Card, ...]:
    """Cards sorted by number, or in the order given."""
    if isinstance(value, str):
        value = parse_cards(value)
    if not isinstance(value, Iterable):
        raise InputTypeError(f"{name} is a sequence of cards or a text, not {quoted(value)}")
    cards = tuple(Card(card) for card in some_of(value))
    return cards if in_order else tuple(sorted(cards))


def card_groups(name: str, value: object) -> tuple[tuple[Card, ...], ...]:
    """Groups of cards, each sorted by number."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InputTypeError(f"{name} is a sequence, not {quoted(value)}")
    return tuple(_cards(f"one of {name}", cards) for cards in some_of(value))


@dataclass(frozen=True)
class Setup(Validated):
    """One position of a deal, unvalidated. Cards are sorted by number, copies side by side.

    A fresh deal needs the first four fields; the others describe what has happened since. Texts are
    taken for cards. Raises CardError or InputTypeError for values that are no cards or numbers at
    all; `faults(rules)` tells what else is impossible.
    """

    hands: tuple[tuple[Card, ...], ...]
    """The cards each seat holds."""

    table: tuple[Card, ...]
    """The cards on the table."""

    stock: tuple[Card, ...] = ()
    """The cards still to be dealt, in order: batch by batch in blocks from the dealer's left on."""

    dealer: int = 0
    """Who dealt. The seat after it plays first."""

    current_player: int | None = None
    """Whose turn it is. None: the seat after the dealer."""

    piles: tuple[tuple[Card, ...], ...] = ()
    """The cards each seat has won. Empty: nobody has won any."""

    aside: tuple[Card, ...] = ()
    """The court cards put aside."""

    sweep_points: tuple[int, ...] = ()
    """Points of each seat for sweeps made and given. Empty: none."""

    last_player: int | None = None
    """Who played the last card. None: no card has been played."""

    last_capturer: int | None = None
    """Who captured last. None: nobody has captured."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "hands", card_groups("hands", self.hands))
        put(self, "table", _cards("table", self.table))
        put(self, "stock", _cards("stock", self.stock, in_order=True))
        put(self, "dealer", integer("dealer", self.dealer))
        put(self, "piles", card_groups("piles", self.piles))
        put(self, "aside", _cards("aside", self.aside))
        if isinstance(self.sweep_points, str) or not isinstance(self.sweep_points, Iterable):
            raise InputTypeError(f"sweep_points is a sequence, not {quoted(self.sweep_points)}")
        put(self, "sweep_points", tuple(integer("sweep points", p) for p in some_of(self.sweep_points)))
        for name in ("current_player", "last_player", "last_capturer"):
            seat = getattr(self, name)
            put(self, name, None if seat is None else integer(name, seat))

    @property
    def ended(self) -> bool:
        """Whether no card is left to play."""
        return not any(self.hands) and not self.stock

    def faults(self, rules: Rules) -> list[str]:
        """Everything that these checks find impossible under `rules`, a sentence each."""
        if not isinstance(rules, Rules):
            raise InputTypeError(f"rules are a krypkasino.Rules, not {quoted(rules)}")
        faults = self._shape_faults(rules)
        # The checks behind these rely on the right number of seats.
        if not faults:
            faults += self._card_faults(rules)
            faults += self._hand_faults(rules)
            faults += self._history_faults(rules)
        return faults

    def _shape_faults(self, rules: Rules) -> list[str]:
        faults = []
        players = rules.players
        if len(self.hands) != players:
            faults.append(f"{len(self.hands)} hands for {players} players")
        if len(self.piles) not in (0, players):
            faults.append(f"{len(self.piles)} piles for {players} players")
        if len(self.sweep_points) not in (0, players):
            faults.append(f"{len(self.sweep_points)} sweep points for {players} players")
        for name in ("dealer", "current_player", "last_player", "last_capturer"):
            seat = getattr(self, name)
            if seat is not None and not 0 <= seat < players:
                what = name.replace("_", " ")
                faults.append(f"the {what} is seat {shown(seat)}; the seats are 0 to {players - 1}")
        return faults

    def _card_faults(self, rules: Rules) -> list[str]:
        faults = []
        everywhere = [*self.table, *self.stock, *self.aside]
        for cards in (*self.hands, *self.piles):
            everywhere += cards
        for card, copies in sorted(Counter(everywhere).items()):
            if card not in rules.deck:
                faults.append(f"card {card} is not in the deck")
            elif copies > rules.packs:
                faults.append(f"card {card} is there {copies} times, in {rules.packs} packs")
        batches = rules.batches - 1
        per_batch = rules.players * rules.cards_each_later
        due = rules.players * rules.cards_each_first + rules.table_cards + batches * per_batch
        if len(everywhere) != due:
            faults.append(f"{len(everywhere)} cards in all; these rules deal {due}")
        if len(self.stock) % per_batch:
            faults.append(f"{len(self.stock)} cards in the stock; a batch takes {per_batch}")
        elif len(self.stock) > batches * per_batch:
            faults.append(f"{len(self.stock)} cards in the stock; these rules leave {batches * per_batch}")
        faults += [
            f"card {card} is put aside, and is no court card"
            for card in self.aside
            if card.rank not in _COURT_RANKS
        ]
        return faults

    def _hand_faults(self, rules: Rules) -> list[str]:
        players = rules.players
        first = (self.dealer + 1) % players
        mover = first if self.current_player is None else self.current_player
        has_played = (mover - first) % players
        longest = len(self.hands[mover])
        full = len(self.stock) == (rules.batches - 1) * players * rules.cards_each_later
        size = rules.cards_each_first if full else rules.cards_each_later
        faults = []
        if longest > size:
            faults.append(f"seat {mover} holds {longest} cards of a batch of {size}")
        for seat, hand in enumerate(self.hands):
            due = longest - ((seat - first) % players < has_played)
            if len(hand) != due:
                faults.append(
                    f"seat {seat} holds {len(hand)} cards; with seat {mover} to move it must hold {due}"
                )
        # The first batch may begin with court cards on the table; every later one begins, and the
        # deal ends, behind their being put aside.
        fresh = not full and not has_played and longest == size
        if fresh or self.ended:
            faults += [
                f"court card {card} lies on the table where a batch has ended; it is put aside"
                for card in self.table
                if card.rank in _COURT_RANKS
            ]
        if full and self.aside and not self.ended:
            faults.append("court cards are put aside, and no batch has ended")
        if self.stock and not any(self.hands):
            faults.append("all hands are empty, and the next batch has not been dealt")
        return faults

    def _history_faults(self, rules: Rules) -> list[str]:
        faults = []
        players = rules.players
        first = (self.dealer + 1) % players
        mover = first if self.current_player is None else self.current_player
        in_hands = sum(map(len, self.hands))
        dealt = players * rules.cards_each_first + rules.table_cards
        out = len(self.table) + len(self.aside) + sum(map(len, self.piles))
        begun = (
            out > rules.table_cards
            or in_hands + rules.table_cards < dealt
            or any(self.piles)
            or bool(self.aside)
        )
        if begun and self.last_player != (mover - 1) % players:
            faults.append(
                f"seat {(mover - 1) % players} played before seat {mover}, "
                f"not {'nobody' if self.last_player is None else f'seat {self.last_player}'}"
            )
        if not begun and self.last_player is not None:
            faults.append(f"seat {self.last_player} cannot have played: no card has been")
        won = [seat for seat, pile in enumerate(self.piles) if pile]
        if self.last_capturer is None and won:
            faults.append(f"seat {won[0]} has won cards, and nobody has captured")
        if self.last_capturer is not None and self.last_capturer not in won:
            faults.append(f"seat {self.last_capturer} captured last, and its pile is empty")
        if self.ended and self.last_capturer is not None and (self.table or self.aside):
            faults.append("the deal is over, and the last capturer has not taken what is left")
        taken = [len(self.piles[seat]) // 2 if self.piles else 0 for seat in range(players)]
        faults += [
            f"the pile of seat {seat} is one card; a capture is two or more"
            for seat, pile in enumerate(self.piles)
            if len(pile) == 1
        ]
        for seat, points in enumerate(self.sweep_points):
            # A sweep is a capture, of two cards or more, in the pile of who made it.
            most = 10 * (taken[seat] if points > 0 else sum(taken) - taken[seat])
            if abs(points) <= MAX_SWEEP_POINTS and abs(points) > most and won:
                faults.append(f"seat {seat} has {points} sweep points; the piles allow {most} at most")
            if abs(points) > MAX_SWEEP_POINTS or points % 5:
                faults.append(f"seat {seat} has {shown(points)} sweep points; sweeps count 5 or 10")
        total = sum(self.sweep_points)
        allowed = (0, 5, 10) if rules.first_sweep_credit == "none" else (0,)
        if total not in allowed:
            faults.append(f"sweep points come to {shown(total)}; what one seat gets another gives")
        if any(self.sweep_points) and not won:
            faults.append("there are sweep points, and nobody has won a card")
        return faults
