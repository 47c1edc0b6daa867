"""The games of a match, each played for itself: by this process, by threads, or by other processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from cabbage._arrays import Array
from cabbage._checks import quoted
from cabbage._games import Rules, kind_of_rules
from cabbage._player import Player, checked_choice, stream_of_player
from cabbage._workers import one_by_one
from cabbage.errors import PlayerError, TooManyCapturesError
from cabbage.streams import RandomStream

__all__ = ["Games", "deal_seed", "play_here"]

OnProgress = Callable[[int, int], object]

#: Stream d from here on of a match's seed has the seed of its deal d.
DEALS_STREAM = 1 << 59


def deal_seed(seed: int, deal: int) -> int:
    """The seed of a deal of the match with a seed."""
    return RandomStream(seed, DEALS_STREAM + deal).next()


@dataclass(frozen=True)
class Games:
    """The games by number: game g is deal g // n of n players, turned g % n seats."""

    players: tuple[Player, ...]
    rules: Rules
    seed: int

    def play(self, number: int, is_over: Callable[[], bool]) -> list[int] | None:
        """Play a game to its end; what each entry has then. None as soon as `is_over`, which each move asks.

        Raises PlayerError, which says who, where and why, if a player raises anything or chooses what is not
        legal; TooManyCapturesError, which says where.
        """
        count = len(self.players)
        deal, rotation = divmod(number, count)
        seed = deal_seed(self.seed, deal)
        state = kind_of_rules(self.rules).state.deal(seed, self.rules)
        streams = [stream_of_player(seed, rotation * count + entry) for entry in range(count)]
        while not state.is_terminal:
            if is_over():
                return None
            seat = state.current_player
            entry = (seat - rotation) % count
            player = self.players[entry]
            try:
                action = checked_choice(player, state.observe(seat), streams[entry])
            except Exception as error:  # a player is somebody else's code
                where = f"deal {deal} (seed {seed}), rotation {rotation}, seat {seat}"
                if isinstance(error, TooManyCapturesError):
                    raise TooManyCapturesError(f"{where}: {error}") from error
                why = " ".join(f"{type(error).__name__}: {error}".split())
                raise PlayerError(f"{where}: player {quoted(player.name)} failed with {why}") from error
            state.play(action)
        returns = state.returns()
        return [returns[(entry + rotation) % count] for entry in range(count)]


def play_here(
    games: Games, results: Array, done: Array, threads: int, on_progress: OnProgress | None
) -> None:
    """Play all games in this process. Their results go to `results`, and `done` says of which they are there.

    results: int32, (games, entries). done: bool, (games,). Raises KeyboardInterrupt at Ctrl-C.
    """
    stop = Event()

    def play(number: int) -> None:
        result = games.play(number, stop.is_set)
        if result is not None:
            results[number] = result
            done[number] = True

    count = len(results)
    if threads == 1:
        # In this thread, where players that are written in C hear Ctrl-C in the midst of a move.
        for number in range(count):
            play(number)
            if on_progress is not None:
                on_progress(number + 1, count)
    else:
        works: Sequence[Callable[[int], object]] = [play] * min(threads, count)
        one_by_one(works, count, stop, on_progress)
