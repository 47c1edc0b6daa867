"""A slow and plain reference of the card game Las Vegan.

This module shares no code with the fast engine. It states each rule once, with lists, sets and
tuples, so that it can be read against the rules of the game and then be used to check the engine.

A card is a pair ``(suit, rank)``. An ordinary casino card is ``("rank", r)`` or ``("suit", s)``.

A ``Round`` takes any well-formed casino cards and token values, so that tests may set up whatever
position they like. A ``Game`` is stricter: each of its deals has to be one that the rule set's
casino deck and token faces could have produced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Card = tuple[str, int]
CasinoCard = tuple[str, int | str]
Trick = list[Card]
Deal = tuple[Sequence[Iterable[Card]], Sequence[CasinoCard], int, Sequence[int]]

SUITS = ("red", "purple", "green", "blue")
RANKS = tuple(range(10))
ALL_CARDS: frozenset[Card] = frozenset((suit, rank) for suit in SUITS for rank in RANKS)

# One casino card for each rank but 0 and 7, and one for each suit.
DEFAULT_CASINO_DECK: tuple[CasinoCard, ...] = (
    ("rank", 1),
    ("rank", 2),
    ("rank", 3),
    ("rank", 4),
    ("rank", 5),
    ("rank", 6),
    ("rank", 8),
    ("rank", 9),
    ("suit", "red"),
    ("suit", "purple"),
    ("suit", "green"),
    ("suit", "blue"),
)

CASINO_CARDS_A_ROUND = 3
MAX_TOKENS = 4
LOWEST_VALUE, HIGHEST_VALUE = -99, 99

# Actions 0 to 39 play a card; 42 to 53 put an ordinary token on an ordinary casino card.
GOLDEN_MIN = 40
GOLDEN_MAX = 41
FIRST_TOKEN_ACTION = 42
PASS = 54


def card_action(card: Card) -> int:
    """Number of the action that plays this card: ten times the suit's place, plus the rank."""
    suit, rank = card
    if suit not in SUITS or rank not in RANKS:
        raise ValueError(f"no such card: {card!r}")
    return SUITS.index(suit) * 10 + rank


def action_card(action: int) -> Card:
    """The card that action 0 to 39 plays."""
    for card in ALL_CARDS:
        if card_action(card) == action:
            return card
    raise ValueError(f"action {action} plays no card")


def token_action(token: int, place: int) -> int:
    """Number of the action that puts ordinary token 0 to 3 on ordinary casino card 0 to 2."""
    if token not in range(MAX_TOKENS) or place not in range(CASINO_CARDS_A_ROUND):
        raise ValueError(f"no such placement: token {token} on casino card {place}")
    return FIRST_TOKEN_ACTION + 3 * token + place


def _check_casino_card(card: CasinoCard) -> None:
    """An ordinary casino card names either one of the ten ranks or one of the four suits."""
    kind, name = card
    if not ((kind == "rank" and name in RANKS) or (kind == "suit" and name in SUITS)):
        raise ValueError(f"no such casino card: {card!r}")


def _check_value(value: int) -> None:
    """A token face holds a small integer, from -99 to 99."""
    if not LOWEST_VALUE <= value <= HIGHEST_VALUE:
        raise ValueError(f"token value {value} is out of range")


@dataclass(frozen=True)
class Rules:
    """The rule set: everything in which tables may differ, with the usual choice as default."""

    players: int = 4
    rounds: int = 4
    starting_cabbages: int = 15
    hand_size: int | None = None
    deck: frozenset[Card] = ALL_CARDS
    casino_deck: tuple[CasinoCard, ...] = DEFAULT_CASINO_DECK
    golden_faces: tuple[int, int] = (-3, -4)
    token_faces: tuple[tuple[int, int], ...] = ((1, -1), (1, -2), (-1, -2), (-2, -3))
    optional_tokens: bool = True
    golden_tie: str = "all"
    next_leader: str = "rotate"

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        if not 2 <= self.players <= 6:
            raise ValueError("there are 2 to 6 players")
        if not 1 <= self.rounds <= 4:
            raise ValueError("there are 1 to 4 rounds")
        if not self.deck <= ALL_CARDS:
            raise ValueError("the deck holds a card that does not exist")
        if self.hand_size is not None and self.hand_size < 1:
            raise ValueError("a hand has at least one card")
        if not 1 <= self.cards_each <= len(self.deck) // self.players:
            raise ValueError("the deck is too small for these hands")
        for card in self.casino_deck:
            _check_casino_card(card)
        if len(self.casino_deck) < CASINO_CARDS_A_ROUND * self.rounds:
            raise ValueError("the casino deck needs three cards for each round")
        if not 1 <= len(self.token_faces) <= MAX_TOKENS:
            raise ValueError("there are one to four ordinary tokens")
        for faces in (self.golden_faces, *self.token_faces):
            if len(faces) != 2:
                raise ValueError("a token has two faces")
            for value in faces:
                _check_value(value)
        if self.golden_tie not in ("all", "none"):
            raise ValueError("golden_tie is 'all' or 'none'")
        if self.next_leader not in ("rotate", "last_trick_winner"):
            raise ValueError("next_leader is 'rotate' or 'last_trick_winner'")

    @property
    def cards_each(self) -> int:
        """Cards dealt to each player: the hand size if set, else the deck dealt evenly."""
        if self.hand_size is not None:
            return self.hand_size
        return len(self.deck) // self.players


def trick_winner(cards: Sequence[Card]) -> int:
    """Position of the winning card in a trick, whose cards come in order of play.

    The last 0 that is not of the led suit wins. Without such a 0, the highest card of the led
    suit wins; a 0 of the led suit is just its lowest card.
    """
    led_suit = cards[0][0]
    off_suit_zeros = []
    followers = []
    for position, (suit, rank) in enumerate(cards):
        if suit == led_suit:
            followers.append(position)
        elif rank == 0:
            off_suit_zeros.append(position)
    if off_suit_zeros:
        return off_suit_zeros[-1]
    return max(followers, key=lambda position: cards[position][1])


def _golden_takers(rules: Rules, side: str, tricks_won: Sequence[Sequence[Trick]]) -> list[int]:
    """Seats that take the golden token: those with the fewest or the most tricks won.

    If several seats tie, all of them take it or none does, as the rule set says.
    """
    counts = [len(tricks) for tricks in tricks_won]
    wanted = min(counts) if side == "min" else max(counts)
    takers = [seat for seat, count in enumerate(counts) if count == wanted]
    if len(takers) > 1 and rules.golden_tie == "none":
        return []
    return takers


def _times_counted(casino_card: CasinoCard, won_cards: Sequence[Card]) -> int:
    """How many times a casino card counts for a player who has won these cards.

    A rank card counts once for each card of the rank; a suit card once for each full group of
    three cards of the suit.
    """
    kind, name = casino_card
    if kind == "rank":
        return len([rank for _, rank in won_cards if rank == name])
    return len([suit for suit, _ in won_cards if suit == name]) // 3


def score(
    rules: Rules,
    casino: Sequence[CasinoCard],
    golden_value: int,
    golden_side: str | None,
    token_values: Sequence[int],
    placed: Sequence[int | None],
    tricks_won: Sequence[Sequence[Trick]],
) -> list[int]:
    """Change in cabbages of each seat at the end of a round.

    ``placed`` names, for each ordinary casino card, the token on it or None. The golden card
    counts if its token has been placed. An ordinary card counts only if it holds a token; each
    of two equal casino cards counts by itself.
    """
    changes = [0 for _ in tricks_won]
    if golden_side is not None:
        for seat in _golden_takers(rules, golden_side, tricks_won):
            changes[seat] += golden_value
    for casino_card, token in zip(casino, placed, strict=True):
        if token is None:
            continue
        for seat, tricks in enumerate(tricks_won):
            won_cards = [card for trick in tricks for card in trick]
            changes[seat] += token_values[token] * _times_counted(casino_card, won_cards)
    return changes


class Round:
    """One round, from the deal to its scoring."""

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Iterable[Card]],
        casino: Sequence[CasinoCard],
        golden_value: int,
        token_values: Sequence[int],
        leader: int = 0,
    ) -> None:
        """Start a round: hands are dealt, casino cards laid out, tokens tossed, all known."""
        self.rules = rules
        self.casino = tuple(casino)
        self.golden_value = golden_value
        self.token_values = tuple(token_values)
        self.leader = leader
        self._dealt: tuple[frozenset[Card], ...] = self._checked_hands(hands)
        self._check_table()
        self._start()

    def _checked_hands(self, hands: Sequence[Iterable[Card]]) -> tuple[frozenset[Card], ...]:
        """Every seat gets the same number of cards, all from the deck and no card twice."""
        lists = [list(hand) for hand in hands]
        if len(lists) != self.rules.players:
            raise ValueError("there is one hand for each player")
        for cards in lists:
            if len(cards) != self.rules.cards_each:
                raise ValueError(f"each hand has {self.rules.cards_each} cards")
        everything = [card for cards in lists for card in cards]
        if len(set(everything)) != len(everything):
            raise ValueError("a card is dealt twice")
        if not set(everything) <= self.rules.deck:
            raise ValueError("a card is dealt that is not in the deck")
        return tuple(frozenset(cards) for cards in lists)

    def _check_table(self) -> None:
        """There are three ordinary casino cards and one value for each token."""
        if len(self.casino) != CASINO_CARDS_A_ROUND:
            raise ValueError("there are three ordinary casino cards")
        for card in self.casino:
            _check_casino_card(card)
        if len(self.token_values) != len(self.rules.token_faces):
            raise ValueError("there is one value for each ordinary token")
        for value in (self.golden_value, *self.token_values):
            _check_value(value)
        if self.leader not in range(self.rules.players):
            raise ValueError("the leader is not a seat")

    def _start(self) -> None:
        """Put everything as it is before the first card is played."""
        self.hands: list[set[Card]] = [set(hand) for hand in self._dealt]
        self.trick: list[tuple[int, Card]] = []
        self.tricks_won: list[list[Trick]] = [[] for _ in self._dealt]
        self.last_trick_winner: int | None = None
        self.pending: int = 0
        self.golden_side: str | None = None
        self.placed: list[int | None] = [None] * CASINO_CARDS_A_ROUND
        self.history: list[int] = []

    @property
    def is_terminal(self) -> bool:
        """The round is over when all cards are in won tricks and no placement is open."""
        return not any(self.hands) and not self.trick and self.pending == 0

    @property
    def current_player(self) -> int:
        """The seat to act.

        Within a trick the seats follow in order. Otherwise it is the winner of the last trick,
        who places tokens first and then leads; the first lead of the round is the leader's.
        """
        if self.is_terminal:
            raise ValueError("the round is over")
        if self.trick:
            last_seat = self.trick[-1][0]
            return (last_seat + 1) % self.rules.players
        if self.last_trick_winner is not None:
            return self.last_trick_winner
        return self.leader

    def _playable_cards(self) -> list[Card]:
        """A leader plays any card; the others follow the led suit if they hold it."""
        hand = self.hands[self.current_player]
        if self.trick:
            led_suit = self.trick[0][1][0]
            followers = [card for card in hand if card[0] == led_suit]
            if followers:
                return followers
        return list(hand)

    def _placements(self) -> list[int]:
        """All ways to place one more token.

        The golden token goes on one side of the golden card, once. An ordinary token that is not
        yet placed goes on an ordinary casino card that has none.
        """
        actions = []
        if self.golden_side is None:
            actions += [GOLDEN_MIN, GOLDEN_MAX]
        for token in range(len(self.token_values)):
            for place in range(CASINO_CARDS_A_ROUND):
                if token not in self.placed and self.placed[place] is None:
                    actions.append(token_action(token, place))
        return actions

    def legal_actions(self) -> list[int]:
        """Numbers of the actions open to the seat to act, in ascending order.

        While sevens of the last trick are pending these are the placements, and the pass if the
        placing of tokens is optional. Otherwise they are the cards that may be played.
        """
        if self.is_terminal:
            return []
        if self.pending > 0:
            actions = self._placements()
            if self.rules.optional_tokens:
                actions.append(PASS)
        else:
            actions = [card_action(card) for card in self._playable_cards()]
        return sorted(actions)

    def play(self, action: int) -> None:
        """Do one action: play a card, place a token, or pass."""
        if action not in self.legal_actions():
            raise ValueError(f"action {action} is not legal")
        if action == PASS:
            # A pass gives up all placements that are left from the trick.
            self.pending = 0
        elif action >= GOLDEN_MIN:
            self._place(action)
            self.pending -= 1
        else:
            self._play_card(action_card(action))
        # Where nothing can be placed any more, no decision is asked for.
        if self.pending > 0 and not self._placements():
            self.pending = 0
        self.history.append(action)

    def _place(self, action: int) -> None:
        """Put a token on the golden or on an ordinary casino card."""
        if action == GOLDEN_MIN:
            self.golden_side = "min"
        elif action == GOLDEN_MAX:
            self.golden_side = "max"
        else:
            for token in range(MAX_TOKENS):
                for place in range(CASINO_CARDS_A_ROUND):
                    if token_action(token, place) == action:
                        self.placed[place] = token

    def _play_card(self, card: Card) -> None:
        """Play a card to the trick; when all have played, its winner takes the trick."""
        seat = self.current_player
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == self.rules.players:
            seats = [played_by for played_by, _ in self.trick]
            cards = [played for _, played in self.trick]
            winner = seats[trick_winner(cards)]
            self.tricks_won[winner].append(cards)
            self.last_trick_winner = winner
            self.trick = []
            # Each 7 in the trick, of whatever suit, lets the winner place one token.
            self.pending = len([rank for _, rank in cards if rank == 7])

    def undo(self) -> None:
        """Take the last action back, by playing all the others again from the start."""
        if not self.history:
            raise ValueError("there is nothing to undo")
        self._replay(self.history[:-1])

    def _replay(self, actions: Sequence[int]) -> None:
        """Start again and do these actions."""
        self._start()
        for action in actions:
            self.play(action)

    def returns(self) -> list[int]:
        """Change in cabbages of each seat, once the round is over."""
        if not self.is_terminal:
            raise ValueError("the round is not over")
        return score(
            self.rules,
            self.casino,
            self.golden_value,
            self.golden_side,
            self.token_values,
            self.placed,
            self.tricks_won,
        )

    def copy(self) -> Round:
        """An independent round in the same state."""
        other = Round(
            self.rules,
            self._dealt,
            self.casino,
            self.golden_value,
            self.token_values,
            self.leader,
        )
        other.hands = [set(hand) for hand in self.hands]
        other.trick = list(self.trick)
        other.tricks_won = [[list(trick) for trick in tricks] for tricks in self.tricks_won]
        other.last_trick_winner = self.last_trick_winner
        other.pending = self.pending
        other.golden_side = self.golden_side
        other.placed = list(self.placed)
        other.history = list(self.history)
        return other


def _after(round: Round, action: int) -> Round:
    """A copy of the round in which the action has been done."""
    child = round.copy()
    child.play(action)
    return child


def perft(round: Round, depth: int) -> int:
    """Number of sequences of ``depth`` actions from here, within the round.

    A card, a placement and a pass are one action each. A line on which the round ends sooner
    counts as one. The round itself is left as it is.
    """
    if depth < 0:
        raise ValueError("depth is not negative")
    if depth == 0 or round.is_terminal:
        return 1
    return sum(perft(_after(round, action), depth - 1) for action in round.legal_actions())


def divide(round: Round, depth: int) -> dict[int, int]:
    """The perft count of ``depth`` actions, split by the first action."""
    if depth < 1:
        raise ValueError("depth is at least 1")
    return {action: perft(_after(round, action), depth - 1) for action in round.legal_actions()}


class Game:
    """A whole game of up to four rounds, whose deals are given from outside.

    Each deal is ``(hands, casino, golden_value, token_values)`` or a function without arguments
    that returns one. The first is dealt at once, each later one by ``deal_next``. Actions go
    through the game's own ``play``, so that it sees the end of each round.
    """

    def __init__(self, rules: Rules, deals: Iterable[Deal | Callable[[], Deal]]) -> None:
        """Every player starts with the same number of cabbages, and seat 0 leads."""
        self.rules = rules
        self.totals: list[int] = [rules.starting_cabbages for _ in range(rules.players)]
        self.round_number = 0
        self._deals = iter(deals)
        self._casino_cards_left: Counter[CasinoCard] = Counter(rules.casino_deck)
        self.round: Round = self._deal(leader=0)

    def _deal(self, leader: int) -> Round:
        """Set up a round from the next deal, which chance must have been able to produce.

        Casino cards are not used again in the same game, and each token shows one of its faces.
        """
        try:
            item = next(self._deals)
        except StopIteration:
            raise ValueError("there is no further deal") from None
        hands, casino, golden_value, token_values = item() if callable(item) else item
        round = Round(self.rules, hands, casino, golden_value, token_values, leader)
        for card in round.casino:
            if self._casino_cards_left[card] == 0:
                raise ValueError(f"casino card {card!r} is not left in the casino deck")
            self._casino_cards_left[card] -= 1
        if round.golden_value not in self.rules.golden_faces:
            raise ValueError("the golden token has no such face")
        for value, faces in zip(round.token_values, self.rules.token_faces, strict=True):
            if value not in faces:
                raise ValueError(f"token {faces!r} has no face {value}")
        return round

    def _next_leader(self) -> int:
        """Who leads the next round: the next seat in turn, or the winner of the last trick."""
        if self.rules.next_leader == "rotate":
            return (self.round_number + 1) % self.rules.players
        winner = self.round.last_trick_winner
        if winner is None:
            raise ValueError("no trick has been won")
        return winner

    def play(self, action: int) -> None:
        """Do one action in the round; if that ends the round, score it."""
        self.round.play(action)
        if self.round.is_terminal:
            for seat, change in enumerate(self.round.returns()):
                self.totals[seat] += change

    @property
    def is_over(self) -> bool:
        """The game ends after the agreed rounds, or the round that leaves anyone 0 or fewer."""
        if not self.round.is_terminal:
            return False
        all_rounds_played = self.round_number + 1 == self.rules.rounds
        return all_rounds_played or min(self.totals) <= 0

    def deal_next(self) -> None:
        """Start the next round, when one has ended and the game goes on."""
        if not self.round.is_terminal:
            raise ValueError("the round is not over")
        if self.is_over:
            raise ValueError("the game is over")
        self.round = self._deal(self._next_leader())
        self.round_number += 1

    def winners(self) -> list[int]:
        """The seats with the most cabbages; equal players share the win."""
        if not self.is_over:
            raise ValueError("the game is not over")
        most = max(self.totals)
        return [seat for seat, total in enumerate(self.totals) if total == most]
