"""A slow and plain reference of the card game Krypkasino, a Casino in which the lowest score wins.

This module shares no code with the fast engine. It states each rule once, with lists, tuples and
counters, so that it can be read against the rules of the game and then be used to check the engine.

A card is a pair ``(suit, rank)``: the suit is a letter, the rank runs from 1 for the ace to 13 for
the king. The game is played with two packs, and the two copies of a card are equal. Cards that
belong together, such as a hand, are therefore lists that may hold a card twice; they are kept
sorted by card number.

A move is a pair ``(card, captured)``: the card played and the tuple of the table cards it takes,
sorted by card number. The tuple is empty if the card creeps, that is, takes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Card = tuple[str, int]
Captured = tuple[Card, ...]
Move = tuple[Card, Captured]
# The cards dealt in a deal: for each batch one hand for each seat, and the first cards on the table.
Hands = Sequence[Sequence[Card]]
Cards = tuple[Sequence[Hands], Sequence[Card]]

SUITS = ("C", "D", "H", "S")
RANKS = tuple(range(1, 14))
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
COURT_RANKS = (JACK, QUEEN, KING)
ALL_CARDS: frozenset[Card] = frozenset((suit, rank) for suit in SUITS for rank in RANKS)

TEN_OF_DIAMONDS: Card = ("D", 10)
TWO_OF_SPADES: Card = ("S", 2)
ACE_OF_SPADES: Card = ("S", ACE)

# For each number of players: cards each in the first batch, and cards to the table.
FIRST_BATCH = {2: (6, 4), 3: (5, 5), 4: (5, 4), 5: (4, 4), 6: (5, 2)}
# The other deal for two players.
FIRST_BATCH_FOR_TWO = {"6+4": (6, 4), "5+6": (5, 6)}
LATER_HAND = 4

# The ways to form teams. Members of a team never sit next to each other.
TEAM_ARRANGEMENTS = {
    4: [{frozenset({0, 2}), frozenset({1, 3})}],
    6: [
        {frozenset({0, 3}), frozenset({1, 4}), frozenset({2, 5})},
        {frozenset({0, 2, 4}), frozenset({1, 3, 5})},
    ],
}

SWEEP, DOUBLE_SWEEP = 5, 10


def card_number(card: Card) -> int:
    """Number of a card: thirteen times the suit's place, plus 0 for an ace up to 12 for a king."""
    suit, rank = card
    if suit not in SUITS or rank not in RANKS:
        raise ValueError(f"no such card: {card!r}")
    return SUITS.index(suit) * 13 + rank - 1


def number_card(number: int) -> Card:
    """The card that has this number, 0 to 51."""
    for card in ALL_CARDS:
        if card_number(card) == number:
            return card
    raise ValueError(f"no card has number {number}")


def _in_order(cards: Iterable[Card]) -> list[Card]:
    """These cards, sorted by card number."""
    return sorted(cards, key=card_number)


def _without(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    """These cards less the ones taken, copy by copy, sorted by card number."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return _in_order(left)


def _canonical(captured: Captured) -> list[int]:
    """Key of the canonical order: the numbers of the cards, compared one by one."""
    return [card_number(card) for card in captured]


@dataclass(frozen=True)
class Rules:
    """The rule set: everything in which tables may differ, with the usual choice as default."""

    players: int = 2
    packs: int = 2
    deck: frozenset[Card] = ALL_CARDS
    first_hand: int | None = None
    first_table: int | None = None
    later_hand: int | None = None
    two_player_deal: str = "6+4"
    hand_values: str = "plain"
    court_sums: bool = True
    first_sweep_credit: str = "none"
    last_capture_bonus: int = 0
    teams: tuple[tuple[int, ...], ...] | None = None
    deals: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        if not 2 <= self.players <= 6:
            raise ValueError("there are 2 to 6 players")
        if self.packs not in (1, 2):
            raise ValueError("there are one or two packs")
        if not self.deck <= ALL_CARDS:
            raise ValueError("the deck holds a card that does not exist")
        if self.two_player_deal not in FIRST_BATCH_FOR_TWO:
            raise ValueError("two_player_deal is '6+4' or '5+6'")
        if self.hand_values not in ("plain", "nordic"):
            raise ValueError("hand_values is 'plain' or 'nordic'")
        if self.first_sweep_credit not in ("none", "dealer"):
            raise ValueError("first_sweep_credit is 'none' or 'dealer'")
        if self.cards_each_first < 1 or self.cards_each_later < 1:
            raise ValueError("a hand has at least one card")
        if self.table_cards < 0:
            raise ValueError("the table cannot get fewer than no cards")
        if self.packs * len(self.deck) < self.players * self.cards_each_first + self.table_cards:
            raise ValueError("the pack is too small for the first batch")
        if self.teams is not None:
            self._check_teams(self.teams)
        if self.number_of_deals < 1 or self.number_of_deals % self.players != 0:
            raise ValueError("each player deals equally often, and at least once")

    def _check_teams(self, teams: tuple[tuple[int, ...], ...]) -> None:
        """Four players may form two pairs, six players three pairs or two threes."""
        each_seat_once = sorted(seat for team in teams for seat in team) == list(range(self.players))
        arrangement = {frozenset(team) for team in teams}
        if not each_seat_once or arrangement not in TEAM_ARRANGEMENTS.get(self.players, []):
            raise ValueError("the players cannot form these teams")

    def _first_batch_by_the_rules(self) -> tuple[int, int]:
        """Cards each and cards to the table; two players may choose between two deals."""
        if self.players == 2:
            return FIRST_BATCH_FOR_TWO[self.two_player_deal]
        return FIRST_BATCH[self.players]

    @property
    def cards_each_first(self) -> int:
        """Cards dealt to each player in the first batch."""
        if self.first_hand is not None:
            return self.first_hand
        return self._first_batch_by_the_rules()[0]

    @property
    def table_cards(self) -> int:
        """Cards dealt to the table, which happens in the first batch only."""
        if self.first_table is not None:
            return self.first_table
        return self._first_batch_by_the_rules()[1]

    @property
    def cards_each_later(self) -> int:
        """Cards dealt to each player in every later batch."""
        if self.later_hand is not None:
            return self.later_hand
        return LATER_HAND

    @property
    def batches(self) -> int:
        """Number of batches in a deal.

        After the first batch there are as many more as the pack fills. Cards that would only
        fill part of a batch stay out of play, unseen.
        """
        first = self.players * self.cards_each_first + self.table_cards
        cards_left = self.packs * len(self.deck) - first
        return 1 + cards_left // (self.players * self.cards_each_later)

    @property
    def number_of_deals(self) -> int:
        """Deals in a game: the agreed number if set, else one dealt by each player."""
        if self.deals is not None:
            return self.deals
        return self.players

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score together: the teams, or else each player alone."""
        if self.teams is not None:
            return self.teams
        return tuple((seat,) for seat in range(self.players))


def hand_value(card: Card, rules: Rules) -> int:
    """What a card played from the hand is worth, and so what it takes.

    An ace is worth 14, any other card its rank. The nordic values make the 2 of spades worth 15
    and the 10 of diamonds worth 16.
    """
    if rules.hand_values == "nordic" and card == TWO_OF_SPADES:
        return 15
    if rules.hand_values == "nordic" and card == TEN_OF_DIAMONDS:
        return 16
    _, rank = card
    if rank == ACE:
        return 14
    return rank


def table_value(card: Card) -> int:
    """What a card on the table is worth: its rank, so that an ace is worth 1."""
    _, rank = card
    return rank


def card_points(card: Card) -> int:
    """The points a card counts for the player in whose pile it ends."""
    suit, rank = card
    if card == TEN_OF_DIAMONDS:
        return 3
    if card in (TWO_OF_SPADES, ACE_OF_SPADES):
        return 2
    if rank == ACE or suit == "S":
        return 1
    return 0


def takes_sums(card: Card, rules: Rules) -> bool:
    """Whether a card played from the hand takes sets of cards that add up to its value.

    Every card does, unless the rule set has jacks, queens and kings take equals only.
    """
    _, rank = card
    return rules.court_sums or rank not in COURT_RANKS


def _splits_into_groups(values: Sequence[int], target: int) -> bool:
    """Whether these values can be split into groups that each add up to the target."""
    total = sum(values)
    if total % target != 0:
        return False
    rooms = [target for _ in range(total // target)]
    return _fits_into_rooms(sorted(values, reverse=True), rooms)


def _fits_into_rooms(values: Sequence[int], rooms: Sequence[int]) -> bool:
    """Whether each value can be put into one of the groups, each of which has this room left.

    The values add up to all the room there is, so that if they fit, every group is full. The first
    value is tried in each group in turn; two groups with the same room are as good as each other.
    """
    if not values:
        return True
    for room in set(rooms):
        if values[0] <= room:
            rooms_left = list(rooms)
            rooms_left.remove(room)
            rooms_left.append(room - values[0])
            if _fits_into_rooms(values[1:], rooms_left):
                return True
    return False


def _some_add_up(values: Sequence[int], target: int) -> bool:
    """Whether one or more of these values add up to the target, which is greater than 0."""
    sums = {0}
    for value in values:
        sums = sums | {value + others for others in sums}
    return target in sums


def _is_capture(card: Card, taken: Sequence[Card], left: Sequence[Card], rules: Rules) -> bool:
    """Whether a card played from the hand may take just these table cards and leave the others.

    What it takes must split into groups that each add up to its value, where a single card of
    that value is a group. It has to go on while it can: what it leaves must hold no card and no set
    of cards that adds up to its value. A card that takes equals only looks at single cards alone.
    """
    value = hand_value(card, rules)
    values_taken = [table_value(other) for other in taken]
    values_left = [table_value(other) for other in left]
    if not taken:
        return False
    if takes_sums(card, rules):
        return _splits_into_groups(values_taken, value) and not _some_add_up(values_left, value)
    return all(other == value for other in values_taken) and value not in values_left


def captures(card: Card, table: Iterable[Card], rules: Rules) -> list[Captured]:
    """All captures a card can make when played from the hand, in canonical order.

    Every choice of table cards is tried. A capture is the cards taken, not the way they split, and
    the copies of a card are the same card.
    """
    cards = _in_order(table)
    found: set[Captured] = set()
    for size in range(1, len(cards) + 1):
        # Of sorted cards, combinations are sorted as well. A set drops those found twice.
        for taken in set(combinations(cards, size)):
            if _is_capture(card, taken, _without(cards, taken), rules):
                found.add(taken)
    return sorted(found, key=_canonical)


class Deal:
    """One deal, which is the play of all the batches, from the first to the scoring."""

    def __init__(
        self,
        rules: Rules,
        batches: Sequence[Hands],
        table: Sequence[Card],
        dealer: int = 0,
    ) -> None:
        """Start a deal in which every batch is known: one hand for each seat, by seat number."""
        self.rules = rules
        self.dealer = dealer
        self._batches = [[_in_order(hand) for hand in hands] for hands in batches]
        self._first_table = _in_order(table)
        self._check_cards()
        self._start()

    def _check_cards(self) -> None:
        """The batches have the sizes the rule set says, and come from its packs."""
        if self.dealer not in range(self.rules.players):
            raise ValueError("the dealer is not a seat")
        if len(self._batches) != self.rules.batches:
            raise ValueError(f"there are {self.rules.batches} batches")
        if len(self._first_table) != self.rules.table_cards:
            raise ValueError(f"the table gets {self.rules.table_cards} cards")
        everything = list(self._first_table)
        for batch_number, hands in enumerate(self._batches):
            size = self.rules.cards_each_first if batch_number == 0 else self.rules.cards_each_later
            if len(hands) != self.rules.players:
                raise ValueError("there is one hand for each player")
            for hand in hands:
                if len(hand) != size:
                    raise ValueError(f"each hand of batch {batch_number} has {size} cards")
                everything += hand
        for card, copies in Counter(everything).items():
            if card not in self.rules.deck:
                raise ValueError("a card is dealt that is not in the deck")
            if copies > self.rules.packs:
                raise ValueError("a card is dealt more often than there are packs")

    def _start(self) -> None:
        """Put everything as it is before the first card is played."""
        self.batch_number = 0
        self.hands: list[list[Card]] = [list(hand) for hand in self._batches[0]]
        self.table: list[Card] = list(self._first_table)
        self.piles: list[list[Card]] = [[] for _ in range(self.rules.players)]
        self.aside: list[Card] = []
        self.sweep_points: list[int] = [0 for _ in range(self.rules.players)]
        self.last_capturer: int | None = None
        self.last_player: int | None = None
        self.history: list[Move] = []

    @property
    def is_terminal(self) -> bool:
        """The deal is over when the hands are empty; any batch left would have been dealt."""
        return not any(self.hands)

    @property
    def current_player(self) -> int:
        """The seat to play.

        The player after the dealer plays first, and the seats follow in order. A batch has as many
        cards for each player, so that the same player comes first in every batch.
        """
        if self.is_terminal:
            raise ValueError("the deal is over")
        if self.last_player is None:
            return (self.dealer + 1) % self.rules.players
        return (self.last_player + 1) % self.rules.players

    def _is_sweep(self, move: Move) -> bool:
        """A sweep takes every card on the table, of which there is at least one."""
        _, captured = move
        return len(captured) > 0 and len(captured) == len(self.table)

    def legal_moves(self) -> list[Move]:
        """The moves of the seat to play, in canonical order.

        Any card of the hand may be played. It must make one of its captures if it has any, else it
        creeps. But if any card of the hand can sweep, the player must make a sweep.
        """
        if self.is_terminal:
            return []
        moves: list[Move] = []
        for card in _in_order(set(self.hands[self.current_player])):
            possible = captures(card, self.table, self.rules)
            if possible:
                moves += [(card, captured) for captured in possible]
            else:
                moves.append((card, ()))
        sweeps = [move for move in moves if self._is_sweep(move)]
        if sweeps:
            return sweeps
        return moves

    def play(self, move: Move) -> None:
        """Play a card; the order in which the captured cards are named does not matter."""
        card, captured = move
        move = (card, tuple(_in_order(captured)))
        if move not in self.legal_moves():
            raise ValueError(f"move {move!r} is not legal")
        self._play_card(move)
        if not any(self.hands):
            self._end_batch()
        self.history.append(move)

    def _play_card(self, move: Move) -> None:
        """The card joins the table, or goes with the cards it takes to the player's pile."""
        seat = self.current_player
        card, captured = move
        if self._is_sweep(move):
            self._score_sweep(seat, card)
        self.hands[seat].remove(card)
        if captured:
            self.table = _without(self.table, captured)
            self.piles[seat] = _in_order([*self.piles[seat], card, *captured])
            self.last_capturer = seat
        else:
            self.table = _in_order([*self.table, card])
        self.last_player = seat

    def _score_sweep(self, seat: int, card: Card) -> None:
        """A sweep costs its player points and takes as many off the player of the card before.

        It is 5 points, or 10 if the table held one single card, taken by a card of its own value.
        The card before may be the last one of the batch before. Only the first card of the deal
        has none before it: then nobody gets the credit, or the dealer does.
        """
        equal_value = hand_value(card, self.rules) == table_value(self.table[0])
        points = DOUBLE_SWEEP if len(self.table) == 1 and equal_value else SWEEP
        self.sweep_points[seat] += points
        if self.last_player is not None:
            self.sweep_points[self.last_player] -= points
        elif self.rules.first_sweep_credit == "dealer":
            self.sweep_points[self.dealer] -= points

    def _end_batch(self) -> None:
        """Put the court cards on the table aside; then deal the next batch or end the deal."""
        court_cards = [card for card in self.table if card[1] in COURT_RANKS]
        self.table = _without(self.table, court_cards)
        self.aside = _in_order([*self.aside, *court_cards])
        if self.batch_number + 1 < len(self._batches):
            self.batch_number += 1
            self.hands = [list(hand) for hand in self._batches[self.batch_number]]
        else:
            self._take_what_is_left()

    def _take_what_is_left(self) -> None:
        """At the end the last capturer takes what is on the table and aside, which is no sweep.

        If nobody has captured at all, these cards stay where they are and count for nobody.
        """
        if self.last_capturer is not None:
            pile = self.piles[self.last_capturer]
            self.piles[self.last_capturer] = _in_order([*pile, *self.table, *self.aside])
            self.table = []
            self.aside = []

    def undo(self) -> None:
        """Take the last move back, by playing all the others again from the start."""
        if not self.history:
            raise ValueError("there is nothing to undo")
        moves = self.history[:-1]
        self._start()
        for move in moves:
            self.play(move)

    def scores(self) -> list[int]:
        """Score of each seat, once the deal is over: its cards, its sweeps and the bonus.

        The bonus, if there is one, goes to whoever captured last.
        """
        if not self.is_terminal:
            raise ValueError("the deal is not over")
        scores = []
        for seat in range(self.rules.players):
            score = sum(card_points(card) for card in self.piles[seat]) + self.sweep_points[seat]
            if seat == self.last_capturer:
                score += self.rules.last_capture_bonus
            scores.append(score)
        return scores

    def team_scores(self) -> list[int]:
        """Score of each team, which is the sum of its members'; without teams, of each player."""
        scores = self.scores()
        return [sum(scores[seat] for seat in side) for side in self.rules.sides]

    def copy(self) -> Deal:
        """An independent deal in the same state."""
        other = Deal(self.rules, self._batches, self._first_table, self.dealer)
        other.batch_number = self.batch_number
        other.hands = [list(hand) for hand in self.hands]
        other.table = list(self.table)
        other.piles = [list(pile) for pile in self.piles]
        other.aside = list(self.aside)
        other.sweep_points = list(self.sweep_points)
        other.last_capturer = self.last_capturer
        other.last_player = self.last_player
        other.history = list(self.history)
        return other


def _possible_captures(deal: Deal, card: Card) -> list[Captured]:
    """The captures of a card on the table as it is, or the creep if there are none.

    The duty to sweep is left aside here: it makes moves illegal but does not number them anew.
    """
    return captures(card, deal.table, deal.rules) or [()]


def move_number(deal: Deal, move: Move) -> int:
    """Number of a move: the card's, plus 52 times the place of the capture among the card's own.

    The captures of the card are in canonical order. A creep has place 0.
    """
    card, captured = move
    possible = _possible_captures(deal, card)
    taken = tuple(_in_order(captured))
    if taken not in possible:
        raise ValueError(f"{card!r} cannot take {taken!r}")
    return card_number(card) + 52 * possible.index(taken)


def number_move(deal: Deal, number: int) -> Move:
    """The move that has this number on the table as it is, whether or not it is legal now."""
    if number < 0:
        raise ValueError("a move number is not negative")
    card = number_card(number % 52)
    place = number // 52
    possible = _possible_captures(deal, card)
    if place >= len(possible):
        raise ValueError(f"move number {number} names no move")
    return (card, possible[place])


def _after(deal: Deal, move: Move) -> Deal:
    """A copy of the deal in which the move has been played."""
    child = deal.copy()
    child.play(move)
    return child


def perft(deal: Deal, depth: int) -> int:
    """Number of sequences of ``depth`` moves from here, within the deal.

    Batches are dealt without a move. A line on which the deal ends sooner counts as one. The deal
    itself is left as it is.
    """
    if depth < 0:
        raise ValueError("depth is not negative")
    if depth == 0 or deal.is_terminal:
        return 1
    return sum(perft(_after(deal, move), depth - 1) for move in deal.legal_moves())


def divide(deal: Deal, depth: int) -> dict[Move, int]:
    """The perft count of ``depth`` moves, split by the first move."""
    if depth < 1:
        raise ValueError("depth is at least 1")
    return {move: perft(_after(deal, move), depth - 1) for move in deal.legal_moves()}


def _side_of(rules: Rules, seat: int) -> int:
    """Place of the seat's team among the teams; without teams, of the player."""
    for place, side in enumerate(rules.sides):
        if seat in side:
            return place
    raise ValueError(f"no such seat: {seat}")


class Game:
    """A whole game of the agreed number of deals, whose cards are given from outside.

    The cards of a deal are ``(batches, table)``. The first deal starts at once, each later one by
    ``deal_next``. Moves go through the game's own ``play``, so that it sees the end of each deal.
    """

    def __init__(self, rules: Rules, deals: Iterable[Cards]) -> None:
        """Every player starts with no points, and seat 0 deals."""
        self.rules = rules
        self.totals: list[int] = [0 for _ in range(rules.players)]
        self.deal_number = 0
        self._cards = iter(deals)
        self.deal: Deal = self._next_deal(dealer=0)

    def _next_deal(self, dealer: int) -> Deal:
        """Set up a deal from the next cards given."""
        try:
            batches, table = next(self._cards)
        except StopIteration:
            raise ValueError("there is no further deal") from None
        return Deal(self.rules, batches, table, dealer)

    def play(self, move: Move) -> None:
        """Play a card in the deal; if that ends the deal, add its scores to the totals."""
        self.deal.play(move)
        if self.deal.is_terminal:
            for seat, score in enumerate(self.deal.scores()):
                self.totals[seat] += score

    @property
    def is_over(self) -> bool:
        """The game ends after the agreed number of deals."""
        return self.deal.is_terminal and self.deal_number + 1 == self.rules.number_of_deals

    def deal_next(self) -> None:
        """Start the next deal, which the next seat deals, when one has ended and the game goes on."""
        if not self.deal.is_terminal:
            raise ValueError("the deal is not over")
        if self.is_over:
            raise ValueError("the game is over")
        self.deal = self._next_deal((self.deal_number + 1) % self.rules.players)
        self.deal_number += 1

    def team_totals(self) -> list[int]:
        """Total of each team, which is the sum of its members'; without teams, of each player."""
        return [sum(self.totals[seat] for seat in side) for side in self.rules.sides]

    def winners(self) -> list[int]:
        """The seats with the lowest total, which is their team's if there are teams.

        Equal totals share the win.
        """
        if not self.is_over:
            raise ValueError("the game is not over")
        totals = self.team_totals()
        seats = range(self.rules.players)
        return [seat for seat in seats if totals[_side_of(self.rules, seat)] == min(totals)]
