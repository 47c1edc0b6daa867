"""Las Vegan: a trick-taking game about losing as few cabbages as possible.

The cards are four suits (red, purple, green, blue) of ranks 0 to 9. Beside them lie the golden
casino card and, for each round, three ordinary ones, each naming a rank or a suit; and one golden
and some ordinary tokens, tossed when the round starts, so that everyone sees their values.

Play. The leader plays any card; then each seat in order plays one, of the led suit if it can.
The highest card of the led suit wins, unless a 0 of another suit was played: then the last such
0 wins. The winner takes the cards and leads next. For each 7 in the trick the winner may first
place one token: the golden one on the golden card's `min` or `max` side, or an ordinary one on an
ordinary casino card that has none; or pass, which gives up what is left from that trick.

Score. When all cards are played, each seat's change in cabbages is the sum of
- the golden token's value, if it was placed and the seat won the fewest (`min`) or the most
  (`max`) tricks;
- for each casino card with a token, the token's value for every card of that rank the seat won,
  or for every whole group of three cards of that suit.

The game ends after the agreed rounds, or after a round that leaves somebody with no cabbages; the
most cabbages win. Whatever the printed rules leave open is a field of `Rules`.

Actions are integers:

    0 to 39     play the card suit * 10 + rank
    40, 41      golden token on min, on max
    42 to 53    ordinary token t on ordinary casino card c: 42 + 3 * t + c
    54          pass

    >>> state = Round.deal(seed=2026)
    >>> state.play(state.legal_moves()[0])
    >>> [action_name(action) for action in state.legal_moves()]
    ['R3']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cabbage._checks import in_range, quoted
from cabbage._core import Round, trick_winner
from cabbage._game import GameBase
from cabbage._las_vegan_rules import DEFAULT_CASINO_DECK, Rules
from cabbage._las_vegan_setup import Setup
from cabbage._las_vegan_view import View
from cabbage.cards import ALL_CARDS, NUM_CARDS, Card, CardSet, CasinoCard, Suit
from cabbage.errors import ActionTypeError, CardError, InputTypeError, SetupError

__all__ = [
    "ALL_CARDS",
    "DEFAULT_CASINO_DECK",
    "FIRST_TOKEN",
    "GOLDEN_MAX",
    "GOLDEN_MIN",
    "NUM_ACTIONS",
    "NUM_CARDS",
    "PASS",
    "Card",
    "CardSet",
    "CasinoCard",
    "Game",
    "Round",
    "Rules",
    "Setup",
    "Suit",
    "View",
    "action_name",
    "parse_action",
    "token_action",
    "trick_winner",
]

GOLDEN_MIN = 40
GOLDEN_MAX = 41
FIRST_TOKEN = 42
PASS = 54
NUM_ACTIONS = 55

# The public path of what other files define: pickles, reprs and documentation show it.
Rules.__module__ = Setup.__module__ = View.__module__ = __name__

_NAMES = (
    *(str(Card(card)) for card in range(NUM_CARDS)),
    "golden-min",
    "golden-max",
    *(f"t{t}-c{c}" for t in range(4) for c in range(3)),
    "pass",
)
_ACTIONS = {name.lower(): action for action, name in enumerate(_NAMES)}


def action_name(action: int) -> str:
    """The name of an action: a card as `R5`, `golden-min`, `golden-max`, `t0-c2`, `pass`.

    Raises CardError if there is no such action, ActionTypeError if it is no integer.
    """
    return _NAMES[in_range("an action", action, 0, NUM_ACTIONS - 1, CardError, ActionTypeError)]


def parse_action(text: str) -> int:
    """The action of a name, in either case. Raises CardError for anything else.

    >>> parse_action("g5"), parse_action("golden-max"), parse_action("t1-c2")
    (25, 41, 47)
    """
    if not isinstance(text, str):
        raise InputTypeError(f"the name of an action is a str, not {quoted(text)}")
    action = _ACTIONS.get(text.strip().lower())
    if action is None:
        raise CardError(
            f"{quoted(text)} is not an action; one is a card as R5, golden-min, golden-max, "
            "a token on a casino card as t0-c2, or pass"
        )
    return action


def token_action(token: int, casino_card: int) -> int:
    """The action that places ordinary token 0 to 3 on ordinary casino card 0 to 2 of the round."""
    token = in_range("a token", token, 0, 3, CardError)
    return FIRST_TOKEN + 3 * token + in_range("a casino card", casino_card, 0, 2, CardError)


class Game(GameBase[Rules, Setup, Round]):
    """A whole game: one to four rounds, the totals, the end, the winners.

    A game dealt from a seed shuffles its casino cards once; `Round.deal(seed, rules, number=i)` is
    its round i (with `next_leader="rotate"`). A game without a seed takes the deal of every round
    as a `Setup`.

    Play on `game.round`, or with `game.play`, which is the same; when the round is over,
    `deal_next()` starts the next. Raises SetupError for a deal that cannot be this game's next,
    and the errors of `Round.deal`.

    >>> game = Game(seed=1, rules=Rules(rounds=2))
    >>> while not game.is_over:
    ...     if game.round.is_terminal:
    ...         _ = game.deal_next()
    ...     game.play(game.round.legal_moves()[0])
    >>> game.totals, game.winners()
    ((8, 6, 12, 4), (2,))
    """

    _rules_type = Rules

    @property
    def round(self) -> Round:
        """The round being played, or the last one."""
        return self._present

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds begun so far, the present one last; of finished ones copies."""
        return self.states

    @property
    def round_number(self) -> int:
        """Which round is being played, from 0."""
        return len(self._finished)

    def winners(self) -> tuple[int, ...]:
        """The seats with the most cabbages. Raises NotFinishedError before the end."""
        self._check_over()
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))

    def _start_total(self) -> int:
        return self.rules.starting_cabbages

    def _has_ended(self, totals: Sequence[int]) -> bool:
        # After the agreed rounds, or when a round leaves somebody without cabbages.
        return self.round_number + 1 == self.rules.rounds or min(totals) <= 0

    def _next_leader(self) -> int:
        if self.rules.next_leader == "last_trick_winner" and self._finished:
            return self._finished[-1].current_player
        return self.round_number % self.rules.players

    def _from_seed(self, seed: int) -> Round:
        return Round.deal(seed, self.rules, number=self.round_number, leader=self._next_leader())

    def _from_setup(self, deal: Setup) -> Round:
        leader = self._next_leader()
        state = Round.from_setup(deal, self.rules)
        faults = []
        if any(deal.piles) or deal.trick:
            faults.append("a game takes whole deals; cards of this one have been played")
        if deal.leader != leader:
            faults.append(f"seat {deal.leader} leads the deal; in this game seat {leader} leads next")
        used = Counter(card for played in self._finished for card in played.casino)
        lacking = used + Counter(deal.casino) - Counter(self.rules.casino_deck)
        faults += [f"casino card {card} has been used in this game" for card in sorted(lacking)]
        if faults:
            raise SetupError(faults)
        return state

    def __repr__(self) -> str:
        return (
            f"<Game of Las Vegan, round {self.round_number} of {self.rules.rounds}, "
            f"totals {' '.join(map(str, self.totals))}>"
        )
