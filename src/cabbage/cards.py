"""The cards of Las Vegan: `Suit`, `Card`, `CardSet`, and the casino cards.

A `Card` *is* its number, `suit * 10 + rank`, and so is the action that plays it. A `CardSet` is a
typed view of a mask, the word whose bit n is card n; every set-valued attribute of a round comes
as a pair, `hand(seat)` and `hand_mask(seat)`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from cabbage._checks import in_range, integer, quoted
from cabbage.errors import CardError, InputTypeError

__all__ = ["ALL_CARDS", "NUM_CARDS", "NUM_RANKS", "Card", "CardSet", "CasinoCard", "Suit"]

NUM_RANKS = 10
NUM_CARDS = 40
_ALL = (1 << NUM_CARDS) - 1
_MOST_ITEMS = 1_000  # an iterator may have no end


class Suit(enum.IntEnum):
    """The four suits in the order of the card numbers."""

    RED = 0
    PURPLE = 1
    GREEN = 2
    BLUE = 3

    @property
    def letter(self) -> str:
        """The letter that stands for the suit in card texts: R, P, G or B."""
        return self.name[0]

    @property
    def mask(self) -> int:
        """The ten cards of the suit as a mask."""
        return 0x3FF << (NUM_RANKS * self)

    def __str__(self) -> str:
        return self.name.lower()


_SUIT_OF_LETTER = {suit.letter: suit for suit in Suit}


def _number(what: str, value: object, stop: int, kind: str = "an integer or a text") -> int:
    """The number of `what`, below `stop`."""
    number = integer(what, value, InputTypeError, kind)
    return in_range(f"{what} number", number, 0, stop - 1, CardError)


class Card(int):
    """A playing card: an int from 0 to 39 that knows its suit and rank.

    `Card(25)` and `Card("G5")` are the green 5; `Card.of(Suit.GREEN, 5)` too. The text is a suit
    letter (R, P, G, B) and a rank digit. Raises CardError for texts and numbers that are no card,
    InputTypeError for what is neither text nor number.

    >>> card = Card("g5")
    >>> card, int(card), str(card), card.suit, card.rank
    (Card('G5'), 25, 'G5', <Suit.GREEN: 2>, 5)
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Card:
        if isinstance(card, str):
            text = card.strip()
            suit = _SUIT_OF_LETTER.get(text[:1].upper())
            if suit is None or len(text) != 2 or text[1] not in "0123456789":
                raise CardError(f"{quoted(card)} is not a card; a card is a letter of RPGB and a digit")
            return int.__new__(cls, NUM_RANKS * suit + int(text[1]))
        if isinstance(card, Suit | CasinoCard):
            raise InputTypeError(f"a card is an integer or a text, not {card!r}")
        return int.__new__(cls, _number("a card", card, NUM_CARDS))

    @classmethod
    def of(cls, suit: int, rank: int) -> Card:
        """The card of a suit (0 to 3) and a rank (0 to 9)."""
        suit = _number("a suit", suit, 4, "an integer")
        return cls(NUM_RANKS * suit + _number("a rank", rank, NUM_RANKS, "an integer"))

    @property
    def suit(self) -> Suit:
        """The suit of the card."""
        return Suit(self // NUM_RANKS)

    @property
    def rank(self) -> int:
        """The rank of the card, 0 to 9."""
        return self % NUM_RANKS

    def __str__(self) -> str:
        return f"{self.suit.letter}{self.rank}"

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class CasinoCard(int):
    """An ordinary casino card: an int, 0 to 9 for a rank, 10 to 13 for a suit.

    The text is the rank's digit, or the suit's letter or name; a `Suit` will do too.

    >>> CasinoCard("9").mask == CardSet("R9 P9 G9 B9").mask
    True
    >>> CasinoCard("green").suit, CasinoCard("G").rank
    (<Suit.GREEN: 2>, None)
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> CasinoCard:
        if isinstance(card, str):
            text = card.strip()
            if len(text) == 1 and text in "0123456789":
                return int.__new__(cls, int(text))
            for suit in Suit:
                if text.upper() in (suit.letter, suit.name):
                    return int.__new__(cls, NUM_RANKS + suit)
            raise CardError(
                f"{quoted(card)} is not a casino card; one is a digit, or a suit's letter or name"
            )
        if isinstance(card, Suit):
            return int.__new__(cls, NUM_RANKS + card)
        if isinstance(card, Card):
            raise InputTypeError(f"a casino card names a rank or a suit; {card!r} is a playing card")
        return int.__new__(cls, _number("a casino card", card, NUM_RANKS + 4))

    @property
    def suit(self) -> Suit | None:
        """The suit the card names, or None if it names a rank."""
        return Suit(self - NUM_RANKS) if self >= NUM_RANKS else None

    @property
    def rank(self) -> int | None:
        """The rank the card names, or None if it names a suit."""
        return None if self >= NUM_RANKS else int(self)

    @property
    def mask(self) -> int:
        """The playing cards it counts, as a mask."""
        suit = self.suit
        return 0x40100401 << int(self) if suit is None else suit.mask

    def __str__(self) -> str:
        return str(int(self)) if self.suit is None else self.suit.letter

    def __repr__(self) -> str:
        return f"CasinoCard({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class CardSet(AbstractSet[Card]):
    """An immutable set of cards: a typed view of a 40-bit mask, in card order.

    Made from an iterable of cards, or from a text of groups, a suit letter and its ranks each;
    the empty set is "-". The operators & | - ^ take any iterable of cards and give a `CardSet`.

    >>> hand = CardSet("R013 B5")
    >>> hand, len(hand), hex(hand.mask), Card("B5") in hand
    (CardSet('R013 B5'), 4, '0x80000000b', True)
    >>> print((hand - CardSet("R0")).diagram())
    red     . 1 . 3 . . . . . .
    purple  . . . . . . . . . .
    green   . . . . . . . . . .
    blue    . . . . . 5 . . . .
    """

    __slots__ = ("_mask",)
    _mask: int

    def __new__(cls, cards: str | Iterable[int] = ()) -> CardSet:
        if isinstance(cards, str):
            return cls._parse(cards)
        if isinstance(cards, CardSet):
            return cls.from_mask(cards._mask)
        if not isinstance(cards, Iterable):
            raise InputTypeError(f"a card set is made from a text or cards, not {quoted(cards)}")
        mask = 0
        for count, card in enumerate(cards):
            if count == _MOST_ITEMS:
                raise CardError(f"a card set is made from at most {_MOST_ITEMS} cards")
            mask |= 1 << Card(card)
        return cls.from_mask(mask)

    @classmethod
    def from_mask(cls, mask: int) -> CardSet:
        """The set whose members are the set bits of `mask`, 0 to 2**40 - 1."""
        mask = integer("a mask", mask, kind="an int")
        if not 0 <= mask <= _ALL:
            raise CardError(f"a mask of 40 cards is 0 to {_ALL:#x}, not {hex(mask)[:40]}")
        self = object.__new__(cls)
        self._mask = mask
        return self

    @classmethod
    def _parse(cls, text: str) -> CardSet:
        mask = 0
        groups = text.split()
        if groups == ["-"]:
            return cls.from_mask(0)
        if not groups:
            raise CardError("an empty card set is written '-'")
        for group in groups:
            if len(group) < 2:
                raise CardError(f"{quoted(group)} in {quoted(text)} is not a suit letter with ranks")
            for digit in group[1:]:
                try:
                    card = Card(group[0] + digit)
                except CardError as error:
                    raise CardError(f"in {quoted(group)}: {error}") from None
                if mask >> card & 1:
                    raise CardError(f"{card} stands twice in {quoted(text)}")
                mask |= 1 << card
        return cls.from_mask(mask)

    @property
    def mask(self) -> int:
        """The set as an int whose bit n is card n."""
        return self._mask

    def __contains__(self, card: object) -> bool:
        return (
            isinstance(card, int)
            and not isinstance(card, bool)
            and 0 <= card < NUM_CARDS
            and bool(self._mask >> card & 1)
        )

    def __iter__(self) -> Iterator[Card]:
        rest = self._mask
        while rest:
            low = rest & -rest
            yield int.__new__(Card, low.bit_length() - 1)
            rest ^= low

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __bool__(self) -> bool:
        return self._mask != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self._mask == other._mask
        return AbstractSet.__eq__(self, other) if isinstance(other, AbstractSet) else NotImplemented

    def __hash__(self) -> int:
        return self._hash()

    def __and__(self, other: object) -> CardSet:
        cards = _operand(other)
        return NotImplemented if cards is None else CardSet.from_mask(self._mask & cards._mask)

    def __or__(self, other: object) -> CardSet:
        cards = _operand(other)
        return NotImplemented if cards is None else CardSet.from_mask(self._mask | cards._mask)

    def __xor__(self, other: object) -> CardSet:
        cards = _operand(other)
        return NotImplemented if cards is None else CardSet.from_mask(self._mask ^ cards._mask)

    def __sub__(self, other: object) -> CardSet:
        cards = _operand(other)
        return NotImplemented if cards is None else CardSet.from_mask(self._mask & ~cards._mask)

    def __rsub__(self, other: object) -> CardSet:
        cards = _operand(other)
        return NotImplemented if cards is None else CardSet.from_mask(cards._mask & ~self._mask)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __str__(self) -> str:
        groups = []
        for suit in Suit:
            ranks = self._mask >> (NUM_RANKS * suit) & 0x3FF
            if ranks:
                groups.append(suit.letter + "".join(str(r) for r in range(NUM_RANKS) if ranks >> r & 1))
        return " ".join(groups) or "-"

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"

    def __reduce__(self) -> tuple[type[CardSet], tuple[str]]:
        return CardSet, (str(self),)

    def diagram(self) -> str:
        """A picture of the set, a line a suit."""
        lines = []
        for suit in Suit:
            ranks = (str(r) if Card.of(suit, r) in self else "." for r in range(NUM_RANKS))
            lines.append(f"{suit!s:7} {' '.join(ranks)}")
        return "\n".join(lines)


def _operand(value: object) -> CardSet | None:
    """The other side of a set operation: a set or other iterable of cards, but no text."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return None
    return CardSet(value)


ALL_CARDS = CardSet.from_mask(_ALL)
