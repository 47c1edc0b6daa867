"""The cards of Krypkasino: two ordinary packs, whose copies cannot be told apart."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from cabbage._checks import in_range, integer, quoted
from cabbage.errors import CardError, InputTypeError

__all__ = ["ALL_CARDS", "Card", "Suit", "cards_of_masks", "format_cards", "masks_of_cards", "parse_cards"]

NUM_CARDS = 52
_RANKS = "A23456789TJQK"


class Suit(enum.IntEnum):
    """The four suits in the order of the card numbers."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter that stands for the suit in card texts: C, D, H or S."""
        return self.name[0]

    def __str__(self) -> str:
        return self.name.lower()


_SUIT_OF_LETTER = {suit.letter: suit for suit in Suit}


class Card(int):
    """A playing card: an int, suit * 13 + rank, that knows its suit and rank.

    `Card(22)`, `Card("TD")` and `Card("10D")` are the ten of diamonds. The text is a rank of
    A23456789TJQK, or 10, and a suit letter of CDHS. Raises CardError for texts and numbers that are
    no card, InputTypeError for what is neither.

    >>> card = Card("10d")
    >>> card, int(card), card.suit, card.rank
    (Card('TD'), 22, <Suit.DIAMONDS: 1>, 9)
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Card:
        if isinstance(card, str):
            text = card.strip().upper().replace("10", "T")
            suit = _SUIT_OF_LETTER.get(text[1:])
            if suit is None or text[0] not in _RANKS:
                raise CardError(
                    f"{quoted(card)} is not a card; a card is a rank of {_RANKS} and a letter of CDHS"
                )
            return int.__new__(cls, 13 * suit + _RANKS.index(text[0]))
        number = integer("a card", card, InputTypeError, "an integer or a text")
        return int.__new__(cls, in_range("a card number", number, 0, NUM_CARDS - 1, CardError))

    @property
    def suit(self) -> Suit:
        """The suit of the card."""
        return Suit(self // 13)

    @property
    def rank(self) -> int:
        """The rank of the card: ace 0, two 1, up to king 12."""
        return self % 13

    def __str__(self) -> str:
        return f"{_RANKS[self.rank]}{self.suit.letter}"

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


ALL_CARDS = frozenset(Card(number) for number in range(NUM_CARDS))


def cards_of_masks(one: int, two: int) -> tuple[Card, ...]:
    """The cards of two masks, at least one copy and both, sorted by number."""
    return tuple(
        int.__new__(Card, number)
        for number in range(NUM_CARDS)
        for _ in range((one >> number & 1) + (two >> number & 1))
    )


def masks_of_cards(cards: Iterable[int]) -> tuple[int, int]:
    """The masks of some cards, none more than twice: at least one copy, and both."""
    one = two = 0
    for card in cards:
        bit = 1 << card
        two |= one & bit
        one |= bit
    return one, two


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, in its order; "-" is none."""
    words = text.split()
    if not words:
        raise CardError("no cards at all are written '-'")
    return () if words == ["-"] else tuple(Card(word) for word in words)


def format_cards(cards: Iterable[int]) -> str:
    """The text of some cards; "-" for none."""
    return " ".join(str(Card(card)) for card in cards) or "-"
