"""A Las Vegan set-up: a position as somebody states it, before anyone has checked it.

`Setup` holds anything; `faults` names what is impossible about it: the places and numbers of the
cards, whose turn it is, suits not followed in the open trick, tokens, sevens. Whether the tricks of
the piles could have been won as they lie is not worked out. Only a set-up without faults becomes a
`Round`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from cabbage._checks import in_range, integer, quoted, shown, some_of
from cabbage._las_vegan_rules import Rules
from cabbage._values import Validated
from cabbage.cards import Card, CardSet, CasinoCard
from cabbage.errors import InputTypeError, SetupError

__all__ = ["Setup"]

_EMPTY = CardSet()
_SEVENS = CardSet("R7 P7 G7 B7")

T = TypeVar("T")


def each(name: str, values: object, convert: Callable[[object], T]) -> tuple[T, ...]:
    """Values of a sequence, converted one by one."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputTypeError(f"{name} is a sequence, not {quoted(values)}")
    return tuple(convert(value) for value in some_of(values))


@dataclass(frozen=True)
class Setup(Validated):
    """One position of a round, unvalidated.

    A deal needs the first four fields, and a leader; the others describe what has happened since.
    Texts are taken for cards, card sets and casino cards (type checkers want the real things). Raises
    CardError or InputTypeError for values that are no cards or numbers at all; `faults(rules)` tells
    what else is impossible.
    """

    hands: tuple[CardSet, ...]
    """The cards each seat still holds."""

    casino: tuple[CasinoCard, ...]
    """The three ordinary casino cards of the round."""

    golden_value: int
    """The face of the golden token that came up."""

    token_values: tuple[int, ...]
    """The face of each ordinary token that came up."""

    leader: int = 0
    """Who leads, or led, the open trick; the last trick's winner while sevens are to be decided."""

    piles: tuple[CardSet, ...] = ()
    """The cards of the tricks each seat has won. Empty: nobody has won any."""

    trick: tuple[Card, ...] = ()
    """The cards of the open trick, in order of play."""

    to_place: int = 0
    """Sevens of the last trick for which the winner has yet to place a token or pass."""

    golden_side: str | None = None
    """The side of the golden card its token lies on: "min", "max", or None if not placed."""

    placed: tuple[int | None, ...] = (None, None, None)
    """For each ordinary casino card the index of the token on it, or None."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "hands", each("hands", self.hands, CardSet))  # type: ignore[arg-type]
        put(self, "casino", each("casino", self.casino, CasinoCard))  # type: ignore[arg-type]
        put(self, "golden_value", integer("golden_value", self.golden_value))
        values = each("token_values", self.token_values, lambda v: integer("a token value", v))
        put(self, "token_values", values)
        put(self, "leader", integer("leader", self.leader))
        put(self, "piles", each("piles", self.piles, CardSet))  # type: ignore[arg-type]
        put(self, "trick", each("trick", self.trick, Card))  # type: ignore[arg-type]
        put(self, "to_place", integer("to_place", self.to_place))
        placed = each("placed", self.placed, lambda t: None if t is None else integer("a token", t))
        put(self, "placed", placed)
        if not isinstance(self.golden_side, str | None):
            raise InputTypeError(f"golden_side is a text or None, not {quoted(self.golden_side)}")

    def faults(self, rules: Rules) -> list[str]:
        """Everything that these checks find impossible under `rules`, a sentence each."""
        if not isinstance(rules, Rules):
            raise InputTypeError(f"rules are a las_vegan.Rules, not {quoted(rules)}")
        faults = self._shape_faults(rules)
        # The checks behind these rely on the right number of seats, cards and tokens.
        if not faults:
            faults += self._card_faults(rules)
            faults += self._token_faults(rules)
        return faults

    def won(self, seat: int) -> CardSet:
        """The pile of `seat`; empty where no piles were given."""
        seat = in_range("a seat", seat, 0, max(len(self.hands), len(self.piles)) - 1)
        return self.piles[seat] if self.piles else _EMPTY

    def next_seat(self) -> int:
        """The seat to move. Raises SetupError where there are no seats."""
        if not self.hands:
            raise SetupError(["no hands, so nobody is to move"])
        return (self.leader + len(self.trick)) % len(self.hands)

    def _shape_faults(self, rules: Rules) -> list[str]:
        faults = []
        players = rules.players
        if len(self.hands) != players:
            faults.append(f"{len(self.hands)} hands for {players} players")
        if len(self.piles) not in (0, players):
            faults.append(f"{len(self.piles)} piles for {players} players")
        if not 0 <= self.leader < players:
            faults.append(f"the leader is seat {shown(self.leader)}; the seats are 0 to {players - 1}")
        if len(self.trick) >= players:
            faults.append(
                f"the open trick has {len(self.trick)} cards; with {players} players it is complete"
            )
        if len(self.casino) != 3:
            faults.append(f"{len(self.casino)} ordinary casino cards; a round has three")
        if len(self.placed) != 3:
            faults.append(f"tokens are given for {len(self.placed)} casino cards; a round has three")
        if len(self.token_values) != len(rules.token_faces):
            faults.append(f"{len(self.token_values)} token values for {len(rules.token_faces)} tokens")
        if self.to_place < 0:
            faults.append(f"{shown(self.to_place)} sevens to decide")
        return faults

    def _card_faults(self, rules: Rules) -> list[str]:
        faults = []
        places: dict[Card, str] = {}
        for place, cards in self._places():
            for card in cards:
                if places.get(card) == place:
                    faults.append(f"card {card} stands twice {place}")
                elif card in places:
                    faults.append(f"card {card} is {places[card]} and {place}")
                elif card not in rules.deck:
                    faults.append(f"card {card} {place} is not in the deck {rules.deck}")
                places.setdefault(card, place)
        total = sum(len(cards) for _, cards in self._places())
        if total > len(rules.deck):
            faults.append(f"{total} cards in all; the deck has {len(rules.deck)}")
        return faults + self._count_faults(rules) + self._revokes() + self._trick_order_faults(rules)

    def _places(self) -> list[tuple[str, list[Card]]]:
        places = [(f"in the hand of seat {s}", list(hand)) for s, hand in enumerate(self.hands)]
        places += [(f"in the pile of seat {s}", list(pile)) for s, pile in enumerate(self.piles)]
        return [*places, ("in the open trick", list(self.trick))]

    def _count_faults(self, rules: Rules) -> list[str]:
        faults = []
        players, size = rules.players, rules.cards_each
        tricks = 0
        for seat, pile in enumerate(self.piles):
            if len(pile) % players:
                faults.append(
                    f"the pile of seat {seat} has {len(pile)} cards, "
                    f"which is no number of whole tricks of {players}"
                )
            tricks += len(pile) // players
        if tricks + bool(self.trick) > size:
            faults.append(f"{tricks + bool(self.trick)} tricks begun with hands of {size} cards")
        elif not faults:
            for seat, hand in enumerate(self.hands):
                has_played = (seat - self.leader) % players < len(self.trick)
                due = size - tricks - has_played
                if len(hand) != due:
                    faults.append(
                        f"seat {seat} holds {len(hand)} cards; after {tricks} complete tricks"
                        f"{' and a card to the open one' if has_played else ''} it must hold {due}"
                    )
        return faults

    def _revokes(self) -> list[str]:
        faults = []
        for place, card in enumerate(self.trick[1:], 1):
            seat = (self.leader + place) % len(self.hands)
            led = self.trick[0].suit
            held = [c for c in self.hands[seat] if c.suit == led]
            if card.suit != led and held:
                faults.append(f"seat {seat} played {card} to a {led} lead while holding {held[0]}")
        return faults

    def _trick_order_faults(self, rules: Rules) -> list[str]:
        if any(self.piles) and not self.won(self.leader):
            return [f"seat {self.leader} leads but has won no trick; the winner of the last trick leads"]
        return []

    def _token_faults(self, rules: Rules) -> list[str]:
        faults = []
        if self.golden_value not in rules.golden_faces:
            faults.append(
                f"the golden token shows {shown(self.golden_value)}; its faces are {rules.golden_faces}"
            )
        for t, (value, faces) in enumerate(zip(self.token_values, rules.token_faces, strict=True)):
            if value not in faces:
                faults.append(f"token t{t} shows {shown(value)}; its faces are {faces}")
        if self.golden_side not in (None, "min", "max"):
            faults.append(f"the golden token lies on {quoted(self.golden_side)}, not on min or max")
        missing = Counter(self.casino) - Counter(rules.casino_deck)
        for card in sorted(missing):
            faults.append(f"casino card {card} is dealt more often than it is in the casino deck")
        for t, count in Counter(t for t in self.placed if t is not None).items():
            if not 0 <= t < len(self.token_values):
                faults.append(
                    f"there is no token t{shown(t)}; the tokens are t0 to t{len(self.token_values) - 1}"
                )
            elif count > 1:
                faults.append(f"token t{t} lies on {count} casino cards")
        return faults + self._sevens_faults(rules)

    def _sevens_faults(self, rules: Rules) -> list[str]:
        faults = []
        placed = [t for t in self.placed if t is not None]
        decided = len(placed) + (self.golden_side is not None)
        won = sum(len(_SEVENS & pile) for pile in self.piles)
        open_place = self.golden_side is None or (
            None in self.placed and len(placed) < len(self.token_values)
        )
        if decided + self.to_place > won:
            faults.append(
                f"{decided} tokens placed and {shown(self.to_place)} sevens to decide, "
                f"with {won} sevens in the piles"
            )
        if not rules.optional_tokens and open_place and decided + self.to_place < won:
            faults.append(
                f"{decided} tokens placed and {shown(self.to_place)} sevens to decide, with {won} sevens in "
                "the piles; these rules do not let a winner pass"
            )
        if self.to_place:
            if self.trick:
                faults.append("sevens are to be decided while a trick is open")
            own = len(_SEVENS & self.won(self.leader))
            if self.to_place > own:
                faults.append(
                    f"seat {self.leader} has {shown(self.to_place)} sevens to decide and {own} in its pile"
                )
            if self.to_place > rules.players:
                faults.append(
                    f"{shown(self.to_place)} sevens to decide from a trick of {rules.players} cards"
                )
            others = len(self.won(self.leader)) // rules.players - 1
            least = max(self.to_place, own - others * rules.players)
            if own and least - self.to_place > decided:
                faults.append(
                    f"the last trick of seat {self.leader} had {least} sevens or more, of which "
                    f"{self.to_place} are to decide, and {decided} tokens are placed"
                )
            if not open_place:
                faults.append("sevens are to be decided, but no token can be placed any more")
        return faults
