"""Players of both games, which see what a player at the table sees.

A player has a `name` and `choose(view, rng)`: from what a seat knows (`observe`) and a `RandomStream`,
which is the only source of chance, it returns a legal action for that seat.
"""

from __future__ import annotations

from cabbage._games import View
from cabbage._player import Player, legal_moves_of
from cabbage._rule_of_thumb import RuleOfThumbPlayer
from cabbage.streams import RandomStream

__all__ = ["PLAYERS", "Player", "RandomPlayer", "RuleOfThumbPlayer"]


class RandomPlayer:
    """Takes every legal action with equal chance."""

    name = "random"

    def choose(self, view: View, rng: RandomStream) -> int:
        """Any legal action."""
        moves = legal_moves_of(view)
        return moves[rng.below(len(moves))]


PLAYERS: dict[str, Player] = {player.name: player for player in (RandomPlayer(), RuleOfThumbPlayer())}
