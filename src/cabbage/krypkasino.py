"""Krypkasino, reverse Casino: a fishing game in which the fewest points win.

Two packs of 52 are shuffled together; the two copies of a card are the same card. A card is worth its
number, a jack 11, a queen 12, a king 13; an ace 14 when it is played from the hand and 1 when it lies
on the table.

Dealing. Each seat gets some cards and some go to the table; when all hands are empty the next batch of
four each is dealt, none to the table, until the packs are used up. The seat after the dealer plays
first. When a batch is played out, the jacks, queens and kings on the table are put aside.

Play. A turn is one card from the hand. It takes table cards of its value and sets of table cards that
add up to its value, and goes on until no match and no set is left among the cards it has not taken:
so a capture is a set of table cards that splits into groups of the card's value and leaves no further
group. Where groups overlap, the player chooses. A card that can capture must; one that cannot creeps:
it joins the table. A capture of every card on the table is a sweep, and compulsory: if any card in hand
can sweep, the player must make a sweep. It costs its player 5 points and takes 5 off the player of the
card before it; 10, if the table was one card and was taken by a card of the same value.

Score. When all cards are played, the last capturer takes what is left. Points are: 1 for each spade and
each ace, and more for three cards, so that the ten of diamonds counts 3, the two and the ace of spades
2 each, 42 in all; and the points of sweeps. The fewest win. Whatever the printed rules leave open is a
field of `Rules`.

Moves are integers, `card + 52 * index`: the card's number and the place of the capture among all
captures of that card, sorted by the cards taken; 0 for a creep. `Deal.moves` lists them as `Move`
objects as well. Their text is the card, and behind an x what it takes: `5D`, `5Dx5S`, `5Dx2C+3H`.

    >>> deal = Deal.deal(seed=2026)
    >>> print(*deal.table, "and in the hand", *deal.hand(deal.current_player))
    9C 5D 5H 5S and in the hand 6C 2D 2D 3D 8D 2S
    >>> print(*deal.moves())
    6C 2D 3D 8D 2S
    >>> deal.play(deal.moves()[0])
"""

from __future__ import annotations

from collections.abc import Sequence

from cabbage._checks import integer, quoted
from cabbage._deal import Deal
from cabbage._game import GameBase
from cabbage._krypkasino_cards import ALL_CARDS, Card, Suit
from cabbage._krypkasino_moves import Move
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from cabbage._krypkasino_view import View
from cabbage.errors import CardError, InputTypeError, SetupError

__all__ = [
    "ALL_CARDS",
    "Card",
    "Deal",
    "Game",
    "Move",
    "Rules",
    "Setup",
    "Suit",
    "View",
    "find_move",
    "move_name",
]

# The public path of what other files define: pickles, reprs and documentation show it.
for _public in (Card, Suit, Move, Rules, Setup, View):
    _public.__module__ = __name__


def _checked(deal: object) -> None:
    if not isinstance(deal, Deal):
        raise InputTypeError(f"the state is a krypkasino.Deal, not {quoted(deal)}")


def move_name(deal: Deal, number: int) -> str:
    """The text of a legal move of `deal`. Raises CardError if there is no such move."""
    _checked(deal)
    number = integer("the number of a move", number)
    for move in deal.moves():
        if move.number == number:
            return str(move)
    raise CardError(f"there is no legal move {quoted(number)}")


def find_move(deal: Deal, text: str) -> Move:
    """The legal move of a text. Raises CardError for a text that is no move or no legal one.

    The card alone will do where it has one move.
    """
    _checked(deal)
    if not isinstance(text, str):
        raise InputTypeError(f"the text of a move is a str, not {quoted(text)}")
    card_text, takes, taken_text = text.strip().upper().partition("X")
    if takes and not taken_text:
        raise CardError(f"{quoted(text)} does not say what it takes behind the x")
    card = Card(card_text)
    taken = tuple(sorted(Card(part) for part in taken_text.split("+"))) if taken_text else ()
    moves = [move for move in deal.moves() if move.card == card]
    found = [move for move in moves if move.captured == taken]
    if not found and not taken and len(moves) == 1:
        found = moves
    if not found:
        choice = " or ".join(map(str, moves[:20])) or "no move of that card"
        raise CardError(f"{quoted(text)} is not a legal move; there is {choice}")
    return found[0]


class Game(GameBase[Rules, Setup, Deal]):
    """A whole game: an agreed number of deals, the totals, the winners.

    A game dealt from a seed has `Deal.deal(seed, rules, number=i)` as its deal i. A game without a
    seed takes every deal as a `Setup`. Play on `game.deal`, or with `game.play`, which is the same;
    when the deal is over, `deal_next()` starts the next. Raises SetupError for a deal that cannot
    be this game's next, and the errors of `Deal.deal`.

    >>> game = Game(seed=1)
    >>> while not game.is_over:
    ...     if game.deal.is_terminal:
    ...         _ = game.deal_next()
    ...     game.play(game.deal.legal_moves()[0])
    >>> sum(game.totals), game.winners()
    (89, (1,))
    """

    _part = "deal"
    _rules_type = Rules

    @property
    def deal(self) -> Deal:
        """The deal being played, or the last one."""
        return self._present

    @property
    def deals(self) -> tuple[Deal, ...]:
        """All deals begun so far, the present one last; of finished ones copies."""
        return self.states

    @property
    def deal_number(self) -> int:
        """Which deal is being played, from 0."""
        return len(self._finished)

    @property
    def side_totals(self) -> tuple[int, ...]:
        """The total of each of `rules.sides`: of each team, or of each seat where there are none."""
        totals = self.totals
        return tuple(sum(totals[seat] for seat in side) for side in self.rules.sides)

    def winners(self) -> tuple[int, ...]:
        """The seats of the sides with the fewest points. Raises NotFinishedError before the end."""
        self._check_over()
        totals = self.side_totals
        winning = [side for side, total in zip(self.rules.sides, totals, strict=True) if total == min(totals)]
        return tuple(sorted(seat for side in winning for seat in side))

    def _start_total(self) -> int:
        return 0

    def _has_ended(self, totals: Sequence[int]) -> bool:
        return self.deal_number + 1 == self.rules.number_of_deals

    def _from_seed(self, seed: int) -> Deal:
        return Deal.deal(seed, self.rules, number=self.deal_number)

    def _from_setup(self, deal: Setup) -> Deal:
        state = Deal.from_setup(deal, self.rules)
        dealer = self.deal_number % self.rules.players
        faults = []
        if any(deal.piles) or deal.aside or any(deal.sweep_points) or deal.last_player is not None:
            faults.append("a game takes whole deals; cards of this one have been played")
        if deal.dealer != dealer:
            faults.append(f"seat {deal.dealer} deals; in this game seat {dealer} deals next")
        if faults:
            raise SetupError(faults)
        return state

    def __repr__(self) -> str:
        return (
            f"<Game of Krypkasino, deal {self.deal_number} of {self.rules.number_of_deals}, "
            f"totals {' '.join(map(str, self.totals))}>"
        )
