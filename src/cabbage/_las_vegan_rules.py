"""The rule set of Las Vegan: every ruling as a validated field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from cabbage._checks import in_range, quoted, some_of
from cabbage._values import RulesBase
from cabbage.cards import ALL_CARDS, NUM_CARDS, CardSet, CasinoCard, Suit
from cabbage.errors import CardError, RulesError

__all__ = ["DEFAULT_CASINO_DECK", "Rules"]

#: One card for each rank but 0 and 7, which already have a part of their own, and one for each suit.
DEFAULT_CASINO_DECK: tuple[CasinoCard, ...] = tuple(
    [CasinoCard(rank) for rank in range(10) if rank not in (0, 7)] + [CasinoCard(10 + suit) for suit in Suit]
)

T = TypeVar("T")

MAX_VALUE = 99
MAX_CASINO_DECK = 64
MAX_STARTING_CABBAGES = 1_000_000


def _whole(name: str, value: object, low: int, high: int) -> int:
    return in_range(name, value, low, high, RulesError, RulesError)


def _faces(name: str, value: object) -> tuple[int, int]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise RulesError(f"{name} is two values, not {quoted(value)}")
    some = some_of(value)
    faces = tuple(_whole(f"a value of {name}", v, -MAX_VALUE, MAX_VALUE) for v in some)
    if len(faces) != 2:
        raise RulesError(f"{name} is two values, not {len(faces)}")
    return faces[0], faces[1]


def _casino_cards(cards: Iterable[int | str]) -> tuple[CasinoCard, ...]:
    if isinstance(cards, str):
        raise TypeError("a casino deck is a sequence of casino cards")
    return tuple(CasinoCard(card) for card in some_of(cards))


def _cards(name: str, value: object, convert: Callable[[Any], T]) -> T:
    try:
        return convert(value)
    except TypeError as error:
        raise RulesError(f"{name} is a set of cards, not {quoted(value)}: {error}") from None
    except CardError as error:
        raise RulesError(f"{name}: {error}") from None


def _choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in choices:
        raise RulesError(f"{name} is one of {', '.join(map(repr, choices))}, not {quoted(value)}")


@dataclass(frozen=True)
class Rules(RulesBase):
    """The rules a table plays by. Immutable, hashable, compared by value.

    The printed rules leave some questions open; each is a field here, with the default that
    published play supports, so that a table that plays otherwise changes a field.

    Raises RulesError (a ValueError) for a rule set that cannot be dealt and played.

    >>> Rules(players=3).cards_each
    13
    >>> Rules(players=2, hand_size=30)
    Traceback (most recent call last):
    ...
    cabbage.errors.RulesError: 2 hands of 30 need 60 cards, and the deck has 40
    """

    players: int = 4
    """Seats at the table, 2 to 6. Four is the usual game."""

    rounds: int = 4
    """Rounds in a game, 1 to 4. Four uses each of the twelve casino cards once."""

    starting_cabbages: int = 15
    """What every player starts the game with, 1 to 1,000,000. The printed rules say 15."""

    hand_size: int | None = None
    """Cards dealt to each seat, 1 or more. None deals as many as the deck allows; cards left over
    lie face down, unknown to all, out of play for the round."""

    deck: CardSet = ALL_CARDS
    """The cards in play. All 40 by default; fewer make tiny games for research."""

    casino_deck: tuple[CasinoCard, ...] = DEFAULT_CASINO_DECK
    """The ordinary casino cards, 3 x `rounds` to 64 of them. By default twelve: one for each rank
    but 0 and 7 and one for each suit. Shuffled once a game, three are dealt a round without
    replacement. A card that stands in it twice is two cards, and each of them counts."""

    golden_faces: tuple[int, int] = (-3, -4)
    """The two faces of the golden token, -99 to 99 each, as in the published game."""

    token_faces: tuple[tuple[int, int], ...] = ((1, -1), (1, -2), (-1, -2), (-2, -3))
    """The two faces of each ordinary token: one to four tokens, values -99 to 99. By default four,
    of which three can find a place, with the published range of -3 to +1."""

    optional_tokens: bool = True
    """May the winner of a seven pass? True, since the printed rules say "can"; passing gives up
    all placements left from that trick. With False there is no pass."""

    golden_tie: str = "all"
    """Who takes the golden token when several seats tie for the fewest or most tricks: "all" of
    them (default; the rules exempt nobody), or "none"."""

    next_leader: str = "rotate"
    """Who leads a round's first trick: "rotate" (default), seat 0 in the first round and the next
    seat in each later one; "last_trick_winner", seat 0, then the winner of the round before's last
    trick, as one translation of the rules can be read."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "players", _whole("players", self.players, 2, 6))
        put(self, "rounds", _whole("rounds", self.rounds, 1, 4))
        put(
            self,
            "starting_cabbages",
            _whole("starting_cabbages", self.starting_cabbages, 1, MAX_STARTING_CABBAGES),
        )
        put(self, "golden_faces", _faces("golden_faces", self.golden_faces))
        self._check_tokens()
        self._check_cards()
        if not isinstance(self.optional_tokens, bool):
            raise RulesError(f"optional_tokens is True or False, not {quoted(self.optional_tokens)}")
        _choice("golden_tie", self.golden_tie, ("all", "none"))
        _choice("next_leader", self.next_leader, ("rotate", "last_trick_winner"))

    def _check_tokens(self) -> None:
        tokens: object = self.token_faces
        if isinstance(tokens, str) or not isinstance(tokens, Iterable):
            raise RulesError(f"token_faces is one to four pairs of values, not {quoted(tokens)}")
        some = enumerate(some_of(tokens))
        pairs = tuple(_faces(f"token_faces[{t}]", faces) for t, faces in some)
        if not 1 <= len(pairs) <= 4:
            raise RulesError(f"token_faces is one to four pairs of values, not {len(pairs)}")
        object.__setattr__(self, "token_faces", pairs)

    def _check_cards(self) -> None:
        deck = _cards("deck", self.deck, CardSet)
        casino_deck = _cards("casino_deck", self.casino_deck, _casino_cards)
        object.__setattr__(self, "deck", deck)
        object.__setattr__(self, "casino_deck", casino_deck)
        if len(deck) < self.players:
            raise RulesError(f"a deck of {len(deck)} cards cannot be dealt to {self.players} players")
        if self.hand_size is not None:
            size = _whole("hand_size", self.hand_size, 1, NUM_CARDS)
            object.__setattr__(self, "hand_size", size)
            if size * self.players > len(deck):
                raise RulesError(
                    f"{self.players} hands of {size} need {self.players * size} cards, "
                    f"and the deck has {len(deck)}"
                )
        needed = 3 * self.rounds
        if not needed <= len(casino_deck) <= MAX_CASINO_DECK:
            raise RulesError(
                f"casino_deck has {len(casino_deck)} cards; {self.rounds} rounds of three "
                f"need {needed}, and at most {MAX_CASINO_DECK} are taken"
            )

    @property
    def cards_each(self) -> int:
        """Cards dealt to each seat: `hand_size`, or as many as the deck allows."""
        return len(self.deck) // self.players if self.hand_size is None else self.hand_size

    def _json(self, name: str, value: Any) -> Any:
        if name == "deck":
            return str(value)
        return [str(card) for card in value] if name == "casino_deck" else value
