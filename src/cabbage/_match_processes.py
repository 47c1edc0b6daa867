"""The games of a match, played by other processes: for players in Python, which threads cannot speed up."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from cabbage._arrays import Array
from cabbage._checks import quoted
from cabbage._match_games import Games, OnProgress
from cabbage._workers import SECONDS_PER_LOOK, Pace
from cabbage.errors import CabbageError, PlayerError

__all__ = ["play_elsewhere"]

#: Games that are sent to a process together, at most.
LONGEST_RANGE = 1 << 10
#: Ranges that wait for each process, so that none waits for us.
RANGES_AHEAD = 2

_Range = tuple[int, int]
_Played = tuple[list[list[int]], float]


def play_elsewhere(
    games: Games, results: Array, done: Array, processes: int, on_progress: OnProgress | None
) -> None:
    """Play all games in other processes; otherwise as `play_here`.

    Raises PlayerError for players that cannot be sent there.
    """
    context = get_context("spawn")  # forks of a process with threads may hang
    stop = context.RawValue("b", 0)
    executor = ProcessPoolExecutor(
        max_workers=processes,
        mp_context=context,
        initializer=_begin,
        initargs=(_pickled(games), stop),
    )
    try:
        _Ranges(executor, results, done, processes).run(on_progress)
    except BrokenProcessPool as error:
        raise CabbageError(
            "a process that played ended by itself; a script that plays matches in processes does so under "
            "`if __name__ == '__main__':`, since each of them imports it"
        ) from error
    finally:
        stop.value = 1
        executor.shutdown(cancel_futures=True)


def _pickled(games: Games) -> bytes:
    for player in games.players:
        try:
            pickle.dumps(player)
        except Exception as error:  # whatever pickling somebody's object raises
            raise PlayerError(
                f"player {quoted(player.name)} cannot be sent to another process: {error}"
            ) from error
    return pickle.dumps(games)


class _Ranges:
    """What is sent to the processes, and what comes back. Ranges are given out from the lowest on."""

    def __init__(self, executor: ProcessPoolExecutor, results: Array, done: Array, processes: int) -> None:
        self._executor = executor
        self._results = results
        self._done = done
        self._most = RANGES_AHEAD * processes
        self._share = 4 * processes
        self._pace = Pace(1, LONGEST_RANGE)
        self._next = 0
        self._sent: dict[Future[_Played], _Range] = {}
        self._finished = 0
        self._failed_at = len(results)
        self._error: BaseException | None = None

    def run(self, on_progress: OnProgress | None) -> None:
        """Send, wait and collect until all are played, or those below the lowest that failed."""
        count = len(self._results)
        while True:
            while self._error is None and self._next < count and len(self._sent) < self._most:
                self._send()
            if not self._sent:
                break
            finished = wait(self._sent, SECONDS_PER_LOOK, FIRST_COMPLETED).done
            for future in finished:
                self._collect(future)
            if finished and on_progress is not None and self._error is None:
                on_progress(self._finished, count)
        if self._error is not None:
            raise self._error

    def _send(self) -> None:
        # The last ranges are short, so that no process waits long for another.
        size = min(self._pace.size, max((len(self._results) - self._next) // self._share, 1))
        begin, self._next = self._next, self._next + size
        with _ctrl_c_later():
            self._sent[self._executor.submit(_play, begin, self._next)] = begin, self._next

    def _collect(self, future: Future[_Played]) -> None:
        begin, end = self._sent.pop(future)
        error = future.exception()
        if error is not None:
            if begin < self._failed_at:
                self._failed_at, self._error = begin, error
            return
        played, seconds = future.result()
        self._results[begin:end] = played
        self._done[begin:end] = True
        self._finished += end - begin
        self._pace.learn(end - begin, seconds)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Hold Ctrl-C back while processes begin: they do as this thread does, and only we are to hear it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- in the other processes


class _Here:
    """What this process was given."""

    pickled: bytes
    stop: Any
    games: Games | None = None


def _begin(pickled: bytes, stop: Any) -> None:
    """What a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Here.pickled, _Here.stop = pickled, stop


def _play(begin: int, end: int) -> _Played:
    """The results of some games, and how long they took; fewer games where this process is told to stop."""
    if _Here.games is None:
        try:
            _Here.games = pickle.loads(_Here.pickled)
        except Exception as error:  # a class, say, that only the first process knows
            raise PlayerError(
                f"the players cannot be sent to another process: {type(error).__name__}: {error}"
            ) from error
    started = perf_counter()
    played = []
    for number in range(begin, end):
        result = _Here.games.play(number, lambda: bool(_Here.stop.value))
        if result is None:
            break
        played.append(result)
    return played, perf_counter() - started
