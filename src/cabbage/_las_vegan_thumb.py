"""Las Vegan by rule of thumb: what a good player reckons without looking ahead.

Everything is counted in cabbages, those of the seat less the mean of the others', which is how players are
compared. A trick that another seat wins therefore counts against what is in it, shared among the others.

A card is worth the chance that it wins the trick times what the trick is worth to the seat, and the other
chance times what it is worth to whoever wins it instead, less what the card is worth in hand:

- *What is in a trick.* A card counts what the tokens on its rank and on its suit say. Cards of a suit count
  by threes: the third one is what costs, and a group begun counts in part, as far as there are cards left to
  finish it. Where no token lies yet, expect half the mean of those that are left, mostly a bad one. A
  seven lets the winner place a token, which is worth something as long as there is one to place.
- *Who wins it.* The last to play knows. Else a trick that is good to win is won only by a card that nobody
  behind can beat, and a bad one by any card that nobody behind must beat. Who has shown to have none of
  the led suit throws something off, and may play a zero if the trick is good.
- *The lead.* To win the trick one has led is worse than it looks, since the others throw on it what they want
  to be rid of.
- *The golden token*, once it lies: seats that are behind by few tricks, with many to come, may still end
  with the most or the fewest. A trick counts as much as it changes that.
- *What is worth keeping.* Zeros: they are low in their own suit, and win in the others. High cards only if
  the tricks to come are good; if they are bad, high cards are what to throw while it costs nothing.

A token goes where it does most for the seat compared with the others, by the cards won so far; if that is
nothing, the seat passes.
"""

from __future__ import annotations

from typing import NamedTuple

from cabbage.cards import NUM_RANKS, Suit
from cabbage.las_vegan import GOLDEN_MAX, GOLDEN_MIN, PASS, View, token_action

__all__ = ["choose_in_round"]

# In cabbages where nothing else is said. Found by play; somewhat more or less of any plays nearly as well.
SEVEN = 0.8  # what it is worth to place a token
TOKEN_TO_COME = 0.5  # how much of the mean of the tokens left an open casino card counts
WON_LEAD = -0.5  # what winning one's own lead is worth beside its cards
WON_TRICK = 0.2  # the same for another's lead
THROWN = -0.3  # how much worse than the mean is a card thrown by a seat that cannot follow
WISH = 0.7  # how much more likely a seat that can win does so, for each cabbage in the trick
KEPT_ZERO = 0.7
KEPT_HIGH = 0.2  # how often a card that wins its suit decides about a trick to come

ZEROS = sum(1 << NUM_RANKS * suit for suit in Suit)
SEVENS = ZEROS << 7
SUITS = tuple(suit.mask for suit in Suit)


def choose_in_round(view: View, moves: list[int]) -> int:
    """What to play of `moves`, the legal actions of the seat whose view it is and whose turn it is."""
    reckoning = Reckoning(view)
    if view.to_place:
        return max(moves, key=lambda action: (reckoning.gain_of_token(action), action == PASS))
    return max(moves, key=reckoning.gain_of_card)


class Behind(NamedTuple):
    """The seats that play behind to a suit."""

    seats: list[tuple[float, int]]
    """Of each the chance that it cannot follow, and about how many cards it can follow with if it does."""

    worth: float
    """What their cards are worth to who wins the trick."""


class Reckoning:
    """What a seat reckons at one decision."""

    def __init__(self, view: View) -> None:
        self.me = view.seat
        self.others = view.num_players - 1
        self.tricks_won = view.tricks_won
        self.golden_value, self.golden_side = view.golden_value, view.golden_side
        self.token_values, self.casino = view.token_values, view.casino
        self.piles = [view.pile(seat).mask for seat in range(view.num_players)]
        hand = view.hand.mask
        self.tricks_left = hand.bit_count()
        self.to_win = view.rules.deck.mask & ~sum(self.piles)  # all cards that nobody has won yet
        self.trick = view.trick
        self.lying = sum(1 << card for card in self.trick)
        self.unseen = self.to_win & ~(hand | self.lying)
        self.unseen_count = self.unseen.bit_count()
        self._look_at_tokens(view.placed)
        if not view.to_place:
            self._look_at_trick(view.voids)

    def _look_at_tokens(self, placed: tuple[int | None, ...]) -> None:
        """What cards count: (mask, value) of each rank and each suit that does."""
        free = [value for token, value in enumerate(self.token_values) if token not in placed]
        places = placed.count(None) if free else 0
        places += self.golden_side is None
        sevens = (self.to_win & SEVENS).bit_count()
        self.seven = SEVEN if places else 0.0
        to_come = 0.0
        if free and places:
            to_come = TOKEN_TO_COME * sum(free) / len(free) * min(1.0, sevens / places)
        self.ranks: list[tuple[int, float]] = []
        self.suits: list[tuple[int, float]] = []
        for casino, token in zip(self.casino, placed, strict=True):
            value = to_come if token is None else self.token_values[token]
            if value:
                (self.ranks if casino.suit is None else self.suits).append((casino.mask, value))

    def _look_at_trick(self, voids: tuple[tuple[Suit, ...], ...]) -> None:
        """Who wins so far, what golden says of that, and what tricks to come are worth."""
        players = self.others + 1
        place = len(self.trick)
        self.voids = [voids[(self.me + i) % players] for i in range(1, players - place)]
        self.behind: dict[int, Behind] = {}
        self.best: int | None = None
        self.winner = self.me
        for i, card in enumerate(self.trick):
            if self.best is None or self._beats(card, self.best, self.trick[0] // NUM_RANKS):
                self.best = card
                self.winner = (self.me - place + i) % players
        golden = [self._golden_if_won_by(seat) for seat in range(players)]
        self.golden_won = golden[self.me]
        self.golden_lost = (sum(golden) - self.golden_won) / self.others
        self.swing = self._worth(self.to_win) / self.tricks_left * players / self.others
        self.swing += self.golden_won - self.golden_lost
        if place == self.others:
            self.golden_lost = golden[self.winner]
        self.worth_lying = self._worth(self.lying)

    # ------------------------------------------------------------ cards

    def gain_of_card(self, card: int) -> float:
        """How good it is to play `card`, which follows suit if it must."""
        led = (self.trick[0] if self.trick else card) // NUM_RANKS
        if led not in self.behind:
            self.behind[led] = self._look_behind(led)
        behind = self.behind[led]
        worth = self.worth_lying + self._worth(1 << card) + behind.worth
        chance = 0.0
        if self.best is None or self._beats(card, self.best, led):
            chance = self._chance_to_stay_best(card, led, worth)
        gain = -self._worth_in_hand(card)
        if chance:
            won = self._worth_to(self.me, self.lying | 1 << card) + behind.worth + self.golden_won
            gain += chance * (won + (WON_TRICK if self.trick else WON_LEAD))
        if chance < 1.0:
            lost = worth if self.voids else self._worth_to(self.winner, self.lying | 1 << card)
            gain += (1.0 - chance) * (self.golden_lost - lost / self.others)
        return gain

    @staticmethod
    def _beats(card: int, best: int, led: int) -> bool:
        """Whether `card`, played after `best`, takes the trick from it."""
        if card // NUM_RANKS != led:
            return card % NUM_RANKS == 0
        return best // NUM_RANKS == led and card > best

    def _worth(self, cards: int) -> float:
        """What cards are worth to who wins them, a card of a suit that counts a third of a group."""
        worth = self.seven * (cards & SEVENS).bit_count()
        for mask, value in self.ranks:
            worth += value * (cards & mask).bit_count()
        for mask, value in self.suits:
            worth += value * (cards & mask).bit_count() / 3
        return worth

    def _worth_to(self, seat: int, cards: int) -> float:
        """What cards are worth to a seat that wins them, in view of the groups it has begun."""
        worth = self.seven * (cards & SEVENS).bit_count()
        for mask, value in self.ranks:
            worth += value * (cards & mask).bit_count()
        for mask, value in self.suits:
            more = (cards & mask).bit_count()
            if more:
                worth += value * (self._groups(seat, mask, more) - self._groups(seat, mask, 0))
        return worth

    def _groups(self, seat: int, suit: int, more: int) -> float:
        """The groups of three of a suit that a seat has with `more` cards; one begun counts in part."""
        groups, begun = divmod((self.piles[seat] & suit).bit_count() + more, 3)
        if not begun:
            return groups
        its_share = ((self.to_win & suit).bit_count() - more) / (self.others + 1)
        return groups + begun / 3 * min(1.0, its_share / (3 - begun))

    def _worth_in_hand(self, card: int) -> float:
        """What is given up by not keeping `card`."""
        suit, rank = divmod(card, NUM_RANKS)
        if rank == 0:
            return KEPT_ZERO
        unseen = self.unseen >> NUM_RANKS * suit & 0x3FF
        lower = (unseen & (1 << rank) - 1).bit_count() / unseen.bit_count() if unseen else 0.5
        return KEPT_HIGH * lower * self.swing

    # ------------------------------------------------------------ who plays behind

    def _look_behind(self, led: int) -> Behind:
        """What the seats behind, if any, can play to a suit, and what it adds to the trick."""
        following, other = self.unseen & SUITS[led], self.unseen & ~SUITS[led]
        of_suit = following.bit_count()
        followed = self._worth(following) / of_suit if of_suit else 0.0
        thrown = THROWN + (self._worth(other) / other.bit_count() if other else 0.0)
        worth = 0.0
        seats = []
        for voids in self.voids:
            if not of_suit or led in voids:
                void, count = 1.0, 0
            else:
                share = of_suit / self.unseen_count
                void = power(1.0 - share, self.tricks_left)
                count = max(1, round(share * self.tricks_left / (1.0 - void)))
            worth += void * thrown + (1.0 - void) * followed
            seats.append((void, count))
        return Behind(seats, worth)

    def _chance_to_stay_best(self, card: int, led: int, worth: float) -> float:
        """The chance that no seat behind takes a trick of that worth from `card`."""
        unseen = self.unseen & SUITS[led]
        higher = 0.0
        if unseen and card // NUM_RANKS == led:
            higher = (unseen >> card).bit_count() / unseen.bit_count()
        zeros = (self.unseen & ZEROS & ~SUITS[led]).bit_count()
        wish = min(1.0, max(0.0, 0.5 + WISH * worth))
        has_zero = min(1.0, self.tricks_left * zeros / self.unseen_count) if zeros else 0.0
        chance = 1.0
        for void, count in self.behind[led].seats:
            can = 1.0 - power(1.0 - higher, count)
            must = power(higher, count)
            chance *= 1.0 - void * wish * has_zero - (1.0 - void) * (wish * can + (1.0 - wish) * must)
        return chance

    # ------------------------------------------------------------ tokens

    def gain_of_token(self, action: int) -> float:
        """How good it is to place a token, or to pass, which is 0."""
        if action == PASS:
            return 0.0
        if action in (GOLDEN_MIN, GOLDEN_MAX):
            return self._golden(list(self.tricks_won), self.tricks_left, action == GOLDEN_MAX)
        token, place = divmod(action - token_action(0, 0), 3)
        casino = self.casino[place]
        counts: list[float]
        if casino.suit is None:
            counts = [(pile & casino.mask).bit_count() for pile in self.piles]
        else:
            counts = [self._groups(seat, casino.mask, 0) for seat in range(self.others + 1)]
        return self.token_values[token] * self._ahead(counts)

    def _golden_if_won_by(self, seat: int) -> float:
        """What the golden token is worth, if it lies, once `seat` has won this trick."""
        if self.golden_side is None:
            return 0.0
        won = list(self.tricks_won)
        won[seat] += 1
        return self._golden(won, self.tricks_left - 1, self.golden_side == "max")

    def _golden(self, won: list[int], left: int, most: bool) -> float:
        """What the golden token is worth on a side, with so many tricks won and left."""
        best = max(won) if most else min(won)
        hopes = [1.0 if tricks == best else left / (left + (tricks - best) ** 2) for tricks in won]
        total = sum(hopes)
        return self.golden_value * self._ahead([hope / total for hope in hopes])

    def _ahead(self, counts: list[float]) -> float:
        """How much more the seat has than the mean of the others."""
        mine = counts[self.me]
        return mine - (sum(counts) - mine) / self.others


def power(base: float, exponent: int) -> float:
    """`base` to a small power by multiplication, which rounds alike on every platform."""
    product = 1.0
    for _ in range(exponent):
        product *= base
    return product
