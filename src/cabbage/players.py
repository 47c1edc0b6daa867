"""Simple players of both games: something to play against, and to measure cleverer players by.

A player has a `name` and `choose(state, rng)`, which returns a legal action and leaves the state
alone. These players look only at what their seat may see: its own hand and what lies open.
"""

from __future__ import annotations

import random
from typing import Protocol

from cabbage import notation
from cabbage._games import State, kind_of
from cabbage.cards import Card, CardSet
from cabbage.errors import GameOverError
from cabbage.krypkasino import Deal, Move
from cabbage.krypkasino import Suit as KrypkasinoSuit
from cabbage.las_vegan import GOLDEN_MAX, GOLDEN_MIN, NUM_CARDS, PASS, Round, token_action

__all__ = ["PLAYERS", "CarefulPlayer", "Player", "RandomPlayer"]


_TWO_OF_SPADES, _TEN_OF_DIAMONDS = 40, 22


class Player(Protocol):
    """What every player offers."""

    @property
    def name(self) -> str:
        """What the player is called."""

    def choose(self, state: State, rng: random.Random) -> int:
        """A legal action for the seat to move. `rng` is the only source of chance.

        Raises GameOverError for a round that is over.
        """


def _moves(state: State) -> list[int]:
    part = kind_of(state).part
    moves = state.legal_moves()
    if not moves:
        position = notation.format_position(state, one_line=True)
        raise GameOverError(f"the {part} is over, there is nothing to choose; position: {position}")
    return moves


class RandomPlayer:
    """Takes every legal action with equal chance."""

    name = "random"

    def choose(self, state: State, rng: random.Random) -> int:
        """Any legal action."""
        return rng.choice(_moves(state))


class CarefulPlayer:
    """A rule of thumb for each game.

    Las Vegan: win no trick if you can help it, and do not feed yourself dear cards. Leading, it plays
    its lowest card. Following, it plays the highest card that loses to what lies on the table, or else
    its lowest. Void in the led suit, it throws its dearest card, and keeps its zeros, which would win.
    Of tokens it places the one that is best for the cards it has won, compared with passing.

    Krypkasino: take as few points as possible, rather give dear cards away by creeping, and like to
    leave a lone card on the table, a double sweep for whoever has its equal. It does not know teams.
    """

    name = "careful"

    def choose(self, state: State, rng: random.Random) -> int:
        """The action of the rule above; chance plays no part."""
        moves = _moves(state)
        if len(moves) == 1:
            return moves[0]
        if isinstance(state, Deal):
            return min(state.moves(), key=lambda move: (self._price(state, move), move.number)).number
        if state.to_place:
            return max(moves, key=lambda action: (self._token_gain(state, action), action == PASS))
        cards = [Card(action) for action in moves]
        if not state.trick:
            return min(cards, key=lambda card: (card.rank, card))
        losing = [card for card in cards if not self._wins_so_far(state, card)]
        if not losing:
            return min(cards, key=lambda card: (card.rank, card))
        return max(losing, key=lambda card: (self._cost(state, card), card.rank, card))

    @staticmethod
    def _price(state: Deal, move: Move) -> float:
        """What a move of Krypkasino costs at once, less what it may bring the next player."""
        if move.is_creep:
            left = len(state.table) + 1
            # A lone card on the table is a double sweep to whoever holds its equal.
            return -_points((move.card,)) - (3.0 if left == 1 else 0.0)
        left = len(state.table) - len(move.captured)
        sweep = (10 if len(state.table) == 1 else 5) if move.is_sweep else 0
        return _points((move.card, *move.captured)) + sweep - (3.0 if left == 1 else 0.0)

    @staticmethod
    def _wins_so_far(state: Round, card: Card) -> bool:
        """Whether `card` would take the trick if nobody played after it."""
        led = state.trick[0].suit
        if card.suit != led:
            return card.rank == 0
        return all(c.rank < card.rank if c.suit == led else c.rank > 0 for c in state.trick)

    @staticmethod
    def _cost(state: Round, card: Card) -> int:
        """How dear `card` is to whoever wins it, in thirds of a cabbage."""
        cost = 0
        for casino, token in zip(state.casino, state.placed, strict=True):
            if token is not None and casino.mask >> card & 1:
                cost -= state.token_values[token] * (3 if casino.suit is None else 1)
        return cost

    @staticmethod
    def _token_gain(state: Round, action: int) -> float:
        """How much better `action` is for the seat than for the average other seat, by the cards won
        so far; a suit card counts thirds of a group, since begun groups tend to be finished."""
        if action == PASS:
            return 0.0
        me = state.current_player
        others = [seat for seat in range(state.num_players) if seat != me]
        if action in (GOLDEN_MIN, GOLDEN_MAX):
            won = state.tricks_won
            extreme = min(won) if action == GOLDEN_MIN else max(won)
            shares = [float(tricks == extreme) for tricks in won]
            value = state.golden_value
        else:
            token, c = divmod(action - token_action(0, 0), 3)
            casino = state.casino[c]
            size = 1 if casino.suit is None else 3
            counted = CardSet.from_mask(casino.mask & ((1 << NUM_CARDS) - 1))
            shares = [len(state.pile(seat) & counted) / size for seat in range(state.num_players)]
            value = state.token_values[token]
        return value * (shares[me] - sum(shares[seat] for seat in others) / len(others))


def _points(cards: tuple[int, ...]) -> int:
    """The card points of some Krypkasino cards."""
    points = 0
    for card in cards:
        points += (card // 13 == KrypkasinoSuit.SPADES) + (card % 13 == 0)
        points += (card == _TWO_OF_SPADES) + 3 * (card == _TEN_OF_DIAMONDS)
    return points


PLAYERS: dict[str, Player] = {player.name: player for player in (RandomPlayer(), CarefulPlayer())}
