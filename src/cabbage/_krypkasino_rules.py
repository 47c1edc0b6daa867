"""The rule set of Krypkasino: every ruling as a validated field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cabbage._checks import in_range, integer, quoted, some_of
from cabbage._krypkasino_cards import ALL_CARDS, Card, format_cards, parse_cards
from cabbage._values import RulesBase
from cabbage.errors import CardError, RulesError

__all__ = ["Rules"]

#: For each number of players: cards each in the first batch, and cards to the table.
FIRST_BATCH = {2: (6, 4), 3: (5, 5), 4: (5, 4), 5: (4, 4), 6: (5, 2)}
FIRST_BATCH_OF_TWO = {"6+4": (6, 4), "5+6": (5, 6)}
LATER_HAND = 4
MAX_BONUS = 1_000
MAX_DEALS = 1_000

#: The sides that a table can form: who sits opposite plays together.
TEAMS: dict[int, tuple[tuple[tuple[int, ...], ...], ...]] = {
    4: (((0, 2), (1, 3)),),
    6: (((0, 3), (1, 4), (2, 5)), ((0, 2, 4), (1, 3, 5))),
}


def _whole(name: str, value: object, low: int, high: int) -> int:
    return in_range(name, value, low, high, RulesError, RulesError)


@dataclass(frozen=True)
class Rules(RulesBase):
    """The rules a table plays by. Immutable, hashable, compared by value.

    Raises RulesError (a ValueError) for a rule set that cannot be dealt and played.

    >>> Rules(players=4).batches, Rules(players=4).cards_each_first
    (6, 5)
    >>> Rules(players=7)
    Traceback (most recent call last):
    ...
    cabbage.errors.RulesError: players is 2 to 6, not 7
    """

    players: int = 2
    """Seats at the table, 2 to 6."""

    packs: int = 2
    """Packs shuffled together, 1 or 2. The game is one of two packs."""

    deck: frozenset[Card] = ALL_CARDS
    """The cards in play of each pack. All 52 by default; fewer make tiny deals for research."""

    first_hand: int | None = None
    """Cards each in the first batch. None is what the printed rules say: 6, 5, 5, 4, 5 cards for 2
    to 6 players."""

    first_table: int | None = None
    """Cards to the table in the first batch. None is what the printed rules say: 4, 5, 4, 4, 2."""

    later_hand: int | None = None
    """Cards each in every later batch. None is 4, as printed."""

    two_player_deal: str = "6+4"
    """How the first batch of a deal for two is dealt: "6+4" (default), six cards each and four to the
    table, or "5+6". Without effect with more players."""

    hand_values: str = "plain"
    """"plain" (default): an ace played from the hand is worth 14, all else as on the table; or
    "nordic", a common house rule: the two of spades is then worth 15 and the ten of diamonds 16."""

    court_sums: bool = True
    """May jacks, queens and kings take sums? True, as the printed rules say when they tell how cards
    capture; False, as they can be read a few lines before: then they take equals only."""

    first_sweep_credit: str = "none"
    """Who is credited with a sweep by the very first card of a deal, which has no card before it:
    "none" (default), nobody; "dealer", the dealer."""

    last_capture_bonus: int = 0
    """Points for the last capturer, -1,000 to 1,000. None by default; some play with 1."""

    teams: tuple[tuple[int, ...], ...] = ()
    """The sides, tuples of seats. Empty (default): everyone alone. Four players may be 0 and 2 against
    1 and 3; six may be three pairs 0 3, 1 4, 2 5, or threes 0 2 4 against 1 3 5."""

    deals: int | None = None
    """Deals in a game, a multiple of the players, so that each deals equally often. None: one each."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "players", _whole("players", self.players, 2, 6))
        put(self, "packs", _whole("packs", self.packs, 1, 2))
        put(self, "deck", self._checked_deck())
        for name, low in (("first_hand", 1), ("first_table", 0), ("later_hand", 1)):
            value = getattr(self, name)
            if value is not None:
                put(self, name, _whole(name, value, low, 104))
        for name, choices in (
            ("two_player_deal", ("6+4", "5+6")),
            ("hand_values", ("plain", "nordic")),
            ("first_sweep_credit", ("none", "dealer")),
        ):
            value = getattr(self, name)
            if not isinstance(value, str) or value not in choices:
                raise RulesError(f"{name} is {' or '.join(map(repr, choices))}, not {quoted(value)}")
        if not isinstance(self.court_sums, bool):
            raise RulesError(f"court_sums is True or False, not {quoted(self.court_sums)}")
        bonus = _whole("last_capture_bonus", self.last_capture_bonus, -MAX_BONUS, MAX_BONUS)
        put(self, "last_capture_bonus", bonus)
        put(self, "teams", self._checked_teams())
        if self.deals is not None:
            put(self, "deals", _whole("deals", self.deals, 1, MAX_DEALS))
            if self.deals % self.players:
                raise RulesError(
                    f"{self.deals} deals cannot be dealt equally often by {self.players} players"
                )
        cards = self.packs * len(self.deck)
        needed = self.players * self.cards_each_first + self.table_cards
        if needed > cards:
            raise RulesError(
                f"the first batch needs {needed} cards for {self.players} players, "
                f"and {self.packs} packs of {len(self.deck)} have {cards}"
            )

    def _checked_deck(self) -> frozenset[Card]:
        deck: object = self.deck
        try:
            if isinstance(deck, str):
                deck = parse_cards(deck)
            if not isinstance(deck, Iterable):
                raise TypeError
            return frozenset(Card(card) for card in some_of(deck))
        except CardError as error:
            raise RulesError(f"deck: {error}") from None
        except TypeError:
            raise RulesError(f"deck is a set of cards, not {quoted(deck)}") from None

    def _checked_teams(self) -> tuple[tuple[int, ...], ...]:
        teams: Any = self.teams
        allowed = TEAMS.get(self.players, ())
        try:
            sides = [tuple(sorted(integer("a seat", s) for s in some_of(t))) for t in some_of(teams)]
            found = tuple(sorted(sides))
        except TypeError:
            raise RulesError(f"teams are tuples of seats, not {quoted(teams)}") from None
        if found and found not in allowed:
            choice = " or ".join(map(str, allowed)) or "nobody: each plays alone"
            raise RulesError(f"{self.players} players can team up as {choice}, not {quoted(teams)}")
        return found

    @property
    def cards_each_first(self) -> int:
        """Cards each in the first batch."""
        return self._first_batch()[0] if self.first_hand is None else self.first_hand

    @property
    def table_cards(self) -> int:
        """Cards to the table in the first batch."""
        return self._first_batch()[1] if self.first_table is None else self.first_table

    @property
    def cards_each_later(self) -> int:
        """Cards each in every later batch."""
        return LATER_HAND if self.later_hand is None else self.later_hand

    def _first_batch(self) -> tuple[int, int]:
        return FIRST_BATCH_OF_TWO[self.two_player_deal] if self.players == 2 else FIRST_BATCH[self.players]

    @property
    def batches(self) -> int:
        """Batches in a deal. Cards that do not fill a last whole batch stay out of play, unseen."""
        rest = self.packs * len(self.deck) - self.players * self.cards_each_first - self.table_cards
        return 1 + rest // (self.players * self.cards_each_later)

    @property
    def number_of_deals(self) -> int:
        """Deals in a game."""
        return self.players if self.deals is None else self.deals

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together: the teams, or each seat alone."""
        return self.teams or tuple((seat,) for seat in range(self.players))

    def _json(self, name: str, value: Any) -> Any:
        if name == "deck":
            return format_cards(sorted(value))
        return [list(team) for team in value] if name == "teams" else value
