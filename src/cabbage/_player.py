"""What a player is, and what the players of this package share."""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol

from cabbage._checks import integer, quoted
from cabbage._games import View, kind_of_view
from cabbage.errors import GameOverError, InputTypeError, PlayerError
from cabbage.streams import RandomStream

__all__ = ["Player", "check_stream", "checked_choice", "legal_moves_of", "quote_view", "stream_of_player"]


class Player(Protocol):
    """What every player offers."""

    @property
    def name(self) -> str:
        """What the player is called, with its budget: `random`, `ismcts:2000`."""

    def choose(self, view: View, rng: RandomStream) -> int:
        """A legal action for the seat whose view it is. `rng` is the only source of chance, and tells nothing
        of the deal.

        Raises GameOverError for a round or deal that is over, PlayerError where it is another seat's turn,
        InputTypeError for what is no view or, where it is drawn from, no RandomStream.
        """


def stream_of_player(seed: int, number: int) -> RandomStream:
    """What a player draws from in a game or deal with a seed, where it is one of several.

    A stream tells its seed, so that this is another one, from which nobody finds the way back to the cards.
    """
    digest = sha256(f"cabbage player {seed} {number}".encode()).digest()
    return RandomStream(int.from_bytes(digest[:8], "little"))


def quote_view(view: View) -> str:
    """The view in one line, for error messages."""
    from cabbage.notation import format_view

    return format_view(view, one_line=True)


def legal_moves_of(view: View) -> list[int]:
    """What the seat of a view may play, of which there is something."""
    part = kind_of_view(view).part
    if view.is_terminal:
        raise GameOverError(f"the {part} is over, there is nothing to choose; view: {quote_view(view)}")
    if view.current_player != view.seat:
        raise PlayerError(
            f"it is the turn of seat {view.current_player}, not of seat {view.seat}; view: {quote_view(view)}"
        )
    return view.legal_moves()


def check_stream(rng: object) -> None:
    """Raise InputTypeError for what is no RandomStream, as a `random.Random` is none."""
    if not isinstance(rng, RandomStream):
        raise InputTypeError(f"a player draws from a RandomStream, not from {quoted(rng)}")


def checked_choice(player: Player, view: View, rng: RandomStream) -> int:
    """What a player chooses. Raises PlayerError, which names the player, if it is not legal."""
    legal = view.legal_moves()  # before a player has its hands on the view
    chosen = player.choose(view, rng)
    try:
        action = integer("an action", chosen)
    except InputTypeError:
        action = -1
    if action not in legal:
        raise PlayerError(
            f"player {quoted(player.name)} in seat {view.seat} chose {quoted(chosen)}, which is not legal; "
            f"it may play {legal}; view: {quote_view(view)}"
        )
    return action
