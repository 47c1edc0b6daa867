"""Players of both games, which see what a player at the table sees.

A player has a `name` and `choose(view, rng)`: from what a seat knows (`observe`) and a `RandomStream`,
which is the only source of chance, it returns a legal action for that seat.
"""

from __future__ import annotations

from cabbage._checks import quoted
from cabbage._games import View
from cabbage._player import Player, legal_moves_of
from cabbage._rule_of_thumb import RuleOfThumbPlayer
from cabbage.errors import InputTypeError, PlayerError
from cabbage.streams import RandomStream

__all__ = ["PLAYERS", "Player", "RandomPlayer", "RuleOfThumbPlayer", "parse_player"]


class RandomPlayer:
    """Takes every legal action with equal chance."""

    name = "random"

    def choose(self, view: View, rng: RandomStream) -> int:
        """Any legal action."""
        moves = legal_moves_of(view)
        return moves[rng.below(len(moves))]


#: The kinds of players by name: what `parse_player` reads.
PLAYERS: dict[str, type[RandomPlayer | RuleOfThumbPlayer]] = {
    kind.name: kind for kind in (RandomPlayer, RuleOfThumbPlayer)
}


def parse_player(text: str) -> Player:
    """The player of a text: `random`, `rule-of-thumb`. Raises PlayerError for anything else."""
    if not isinstance(text, str):
        raise InputTypeError(f"the name of a player is a str, not {quoted(text)}")
    if text not in PLAYERS:
        raise PlayerError(f"no player is named {quoted(text)}; the players are {', '.join(PLAYERS)}")
    return PLAYERS[text]()
