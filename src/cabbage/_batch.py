"""Many games of one rule set at a time: what batches of both games share."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, NoReturn, TypeVar

import numpy

from cabbage import _checks
from cabbage._arrays import Array, apart, bools, check_memory, numbers, output
from cabbage._batches import BEYOND, ILLEGAL, NO_WORLD, TOO_MANY
from cabbage._games import Kind
from cabbage._observations import Field, layout
from cabbage._streams import RandomStream
from cabbage._workers import Pace, checked_threads, in_ranges
from cabbage.errors import (
    CabbageError,
    IllegalActionError,
    InputTypeError,
    LaneError,
    NotFinishedError,
    TooManyCapturesError,
    ViewError,
)

if TYPE_CHECKING:
    from typing_extensions import Self  # in `typing` from 3.11 on

__all__ = ["SKIP", "Batch", "StepResult"]

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT")

#: The action of a lane that is left as it is, and the only one of a lane whose game is over.
SKIP = -1

MOST_LANES = 1 << 40
#: Lane i takes the seeds of its deals from stream DEALS + i of the batch's seed. The c-th call that draws
#: anything takes a seed from stream CALLS + c, and lane i its numbers from stream i of that one. These are
#: far from the streams of playouts, which begin at 2**32, and of the deals themselves.
DEALS = 1 << 62
CALLS = 1 << 63

#: The captures of a card that masks have a place for, where nothing else is said.
CAPTURES = 16

#: Lanes between two looks for Ctrl-C: at first, and at most.
PACE = 1 << 10, 1 << 15
#: The same of what can take long for a lane.
SLOW_PACE = 1 << 7, 1 << 14
SLOW = ("playouts", "resample")


class StepResult(NamedTuple):
    """What `step` came to."""

    done: Array
    """bool, (n,): whether the lane's game is over after its action."""

    returns: Array
    """int32, (n, players): the returns of games that are over, and zeros of the others."""


class Batch(Generic[StateT, RulesT]):
    """What `Rounds` and `Deals` share."""

    _kind: ClassVar[Kind]
    _loops: ClassVar[ModuleType]

    def __init__(
        self, rules: RulesT | None, n: int, seed: int = 0, *, first: int = 0, threads: int = 1
    ) -> None:
        self._prepare(rules, n, seed, first)
        self._start(checked_threads(threads))

    def _prepare(self, rules: object, n: object, seed: object, first: object) -> None:
        if hasattr(self, "_lanes"):
            raise CabbageError("a batch is made once; make another one")
        rules = self._kind.rules() if rules is None else rules
        if type(rules) is not self._kind.rules:
            raise InputTypeError(f"rules are a Rules of {self._kind.title}, not {_checks.quoted(rules)}")
        self._rules: Any = rules
        self._n = _checks.in_range("n", n, 1, MOST_LANES)
        self._seed = _checks.seed(seed)
        self._first = _checks.in_range("first", first, 0, MOST_LANES)
        self._captures, self._omit = CAPTURES, False  # which concern Krypkasino
        self._calls = 0
        self._lock = threading.RLock()
        self._turn = _Turn()
        self._paces: dict[str, Pace] = {}
        check_memory(f"a batch of {self._n} lanes", 2 * self._n * self._loops.lane_bytes())
        self._lanes = self._loops.Lanes(rules, self._n)

    def _start(self, threads: int) -> None:
        """Deal the first games."""
        self._start_streams()
        self._do("deal", None, threads=threads)
        self._lanes.commit()

    def _start_streams(self) -> None:
        """Let each lane take the seeds of its deals from a stream of its own."""
        self._do("start_streams", self._seed, DEALS + self._first)

    @classmethod
    def from_states(cls, states: Sequence[StateT], seed: int = 0, *, first: int = 0) -> Self:
        """A batch of given positions, which must all have the same rules; it shares nothing with them.

        What their history has shown goes with them; the history itself does not. Raises InputTypeError and
        CabbageError, naming the position, where one is of another game or of other rules.
        """
        if not isinstance(states, Sequence):
            raise InputTypeError(f"states are a sequence of positions, not {_checks.quoted(states)}")
        copies: list[Any] = []
        for number, state in enumerate(states):
            if not isinstance(state, cls._kind.state):
                raise InputTypeError(f"position {number} is {cls._a_state()}, not {_checks.quoted(state)}")
            copies.append(state.copy())
            if copies[-1].rules != copies[0].rules:
                raise CabbageError(f"position {number} has other rules than position 0")
        if not copies:
            raise CabbageError("a batch has at least one position")
        batch = cls.__new__(cls)
        batch._prepare(copies[0].rules, len(copies), seed, first)
        batch._start_streams()
        for lane, state in enumerate(copies):
            batch._lanes.load(lane, state)
        return batch

    @classmethod
    def _a_state(cls) -> str:
        return f"a {cls._kind.part} of {cls._kind.title}"

    # ------------------------------------------------------------ how large it is

    @property
    def n(self) -> int:
        """How many lanes there are; also `len(batch)`."""
        return self._n

    def __len__(self) -> int:
        return self._n

    @property
    def rules(self) -> RulesT:
        """The rules of all lanes."""
        rules: RulesT = self._rules
        return rules

    @property
    def seed(self) -> int:
        """The seed from which everything here is drawn."""
        return self._seed

    @property
    def first(self) -> int:
        """The number of lane 0: lane i draws what lane `first` + i of a larger batch draws."""
        return self._first

    @property
    def num_players(self) -> int:
        """How many seats play in each lane."""
        return int(self._lanes.num_players)

    @property
    def num_actions(self) -> int:
        """How many actions a mask covers."""
        raise NotImplementedError

    @property
    def num_words(self) -> int:
        """How many words of 64 bits that are."""
        return -(-self.num_actions // 64)

    @property
    def layout(self) -> dict[str, Field]:
        """What stands where in an observation, by name."""
        return layout(self._rules)

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return int(self._lanes.observation_size)

    # ------------------------------------------------------------ single lanes

    def __getitem__(self, lane: int) -> StateT:
        """A copy of a lane's position, with what its plays have shown, but without these plays.

        Raises LaneError, an IndexError.
        """
        with self._lock, self._turn:
            state: StateT = self._lanes.unload(self._checked_lane(lane))
            return state

    def __setitem__(self, lane: int, state: StateT) -> None:
        """Put a position into a lane. Its rules must be those of the batch."""
        number = self._checked_lane(lane)
        if not isinstance(state, self._kind.state):
            raise InputTypeError(f"lane {number} takes {self._a_state()}, not {_checks.quoted(state)}")
        own: Any = state
        own = own.copy()  # which no other thread plays on
        if own.rules != self._rules:
            raise CabbageError(f"lane {number} takes a position of the batch's rules: {self._rules}")
        with self._lock, self._turn:
            self._lanes.load(number, own)

    def __iter__(self) -> Iterator[StateT]:
        return (self[lane] for lane in range(self._n))

    def _checked_lane(self, lane: object) -> int:
        number = _checks.integer("a lane", lane)
        if not -self._n <= number < self._n:
            raise LaneError(f"lane {_checks.shown(number)} of a batch of {self._n}")
        return number % self._n

    # ------------------------------------------------------------ looking

    def seeds(self, out: Array | None = None) -> Array:
        """uint64, (n,): the seed of each lane's deal, from which the game's own `deal` makes it as well.

        0 for a lane that has been given its position.
        """
        return self._look("seeds", output("seeds", out, "uint64", (self._n,)))

    def done(self, out: Array | None = None) -> Array:
        """bool, (n,): which games are over."""
        array = output("done", out, "bool", (self._n,))
        self._look("over", array.view("uint8"))
        return array

    def current_players(self, out: Array | None = None) -> Array:
        """int64, (n,): the seats to move; of a game that is over what `current_player` says."""
        return self._look("current_players", output("current_players", out, "int64", (self._n,)))

    def tally(self, out: Array | None = None) -> Array:
        """int32, (n, players): what each seat has, if the games ended now."""
        return self._look("tallies", output("tally", out, "int32", self._per_seat))

    def returns(self, out: Array | None = None) -> Array:
        """int32, (n, players): the results. Raises NotFinishedError, naming a lane, before all are over."""
        array = output("returns", out, "int32", self._per_seat)
        done = numpy.empty(self._n, "bool")
        with self._lock, self._turn:
            self._do("over", done.view("uint8"))
            if not done.all():
                lane = int(done.argmin())
                raise NotFinishedError(f"lane {lane} is not over; {int(done.sum())} of {self._n} are")
            self._do("tallies", array)
        return array

    def legal_masks(self, out: Array | None = None, *, threads: int = 1) -> Array:
        """bool, (n, num_actions): the legal actions of each lane; none where the game is over."""
        array = output("masks", out, "bool", (self._n, self.num_actions))
        self._write_legal(None, array.view("uint8"), threads)
        return array

    def legal_words(self, out: Array | None = None, *, threads: int = 1) -> Array:
        """uint64, (n, num_words): the same as bits, action a as bit a % 64 of word a // 64."""
        array = output("words", out, "uint64", (self._n, self.num_words))
        self._write_legal(array, None, threads)
        return array

    def _write_legal(self, words: Array | None, masks: Array | None, threads: int) -> None:
        threads = checked_threads(threads)
        with self._lock, self._turn:
            self._do("legal", self._captures, self._omit, words, masks, threads=threads)

    def observations(self, seats: Any = None, out: Array | None = None, *, threads: int = 1) -> Array:
        """int16, (n, observation_size): what a seat of each lane knows, and nothing else.

        seats: a seat for all lanes, or an array of one a lane; None is the seat to move.

        `layout` tells what stands where. Seats are counted from the observing one on: it is 0, the next 1.
        """
        array = output("observations", out, "int16", (self._n, self.observation_size))
        wanted = self._checked_seats(seats)
        apart({"seats": wanted, "observations": array})
        threads = checked_threads(threads)
        with self._lock, self._turn:
            self._do("observe", wanted, array, threads=threads)
        return array

    # ------------------------------------------------------------ playing

    def random_actions(self, out: Array | None = None, *, threads: int = 1) -> Array:
        """int64, (n,): a legal action a lane, every one equally likely; SKIP where the game is over."""
        array = output("actions", out, "int64", (self._n,))
        threads = checked_threads(threads)
        with self._lock, self._turn:
            self._do("random_actions", self._call_seed(), self._first, array, threads=threads)
            self._calls += 1
        return array

    def step(
        self,
        actions: Any,
        *,
        auto_reset: bool = False,
        done: Array | None = None,
        returns: Array | None = None,
        players: Array | None = None,
        masks: Array | None = None,
        words: Array | None = None,
        observations: Array | None = None,
        threads: int = 1,
    ) -> StepResult:
        """Play an action in every lane.

        actions: int64 or int32, (n,). SKIP leaves a lane as it is, and is all that one may do whose game is
            over.
        auto_reset: deal anew where a game is over after the action; `done` and `returns` still tell of the
            game that ended.
        done, returns: arrays to write to instead of new ones; also the result.
        players, masks, words, observations: arrays for what `current_players`, `legal_masks`, `legal_words`
            and `observations` of the positions after the step would say, new deals included.

        Raises IllegalActionError, naming the lane, its action and its position, where one is illegal;
        ArrayError for an array that does not fit; TooManyCapturesError where `masks` or `words` have no place
        for a legal move. Then nothing has changed in any lane; the other arrays may have been written to.
        """
        chosen = numbers("actions", actions, self._n)
        wide = chosen if chosen.dtype.itemsize == 8 else None
        result = StepResult(
            output("done", done, "bool", (self._n,)), output("returns", returns, "int32", self._per_seat)
        )
        if players is not None:
            output("players", players, "int64", (self._n,))
        if masks is not None:
            output("masks", masks, "bool", (self._n, self.num_actions))
        if words is not None:
            output("words", words, "uint64", (self._n, self.num_words))
        if observations is not None:
            output("observations", observations, "int16", (self._n, self.observation_size))
        apart(
            {
                "actions": chosen,
                "done": result.done,
                "returns": result.returns,
                "players": players,
                "masks": masks,
                "words": words,
                "observations": observations,
            }
        )
        threads = checked_threads(threads)
        with self._lock, self._turn:
            self._do(
                "step",
                wide,
                chosen if wide is None else None,
                bool(auto_reset),
                self._captures,
                self._omit,
                result.done.view("uint8"),
                result.returns,
                players,
                words,
                None if masks is None else masks.view("uint8"),
                observations,
                threads=threads,
                given=chosen,
            )
            self._lanes.commit()
        return result

    def reset(self, lanes: Any = None, *, threads: int = 1) -> None:
        """Deal new games: in all lanes, or where `lanes`, an array of n bools, is true."""
        chosen = None
        if lanes is not None:
            chosen = bools("lanes", lanes, self._n)
        threads = checked_threads(threads)
        with self._lock, self._turn:
            self._do("deal", chosen, threads=threads)
            self._lanes.commit()

    def resample(self, seats: Any = None, *, threads: int = 1) -> None:
        """Draw anew, in every lane, all that a seat cannot know: other hands, and cards still to come.

        seats: a seat for all lanes, or an array of one a lane; None is the seat to move.

        Every world that fits what the seat has seen is equally likely (in Krypkasino every shuffle: the two
        copies of a card are two cards); what a history before the batch showed counts too.

        Raises ViewError, naming the lane, where what has been shown leaves no world; then nothing has changed
        in any lane. Play cannot bring that about, but a forged pickle can.
        """
        wanted = self._checked_seats(seats)
        threads = checked_threads(threads)
        with self._lock, self._turn:
            self._do("resample", wanted, self._call_seed(), self._first, threads=threads, given=wanted)
            self._calls += 1
            self._lanes.commit()

    def playouts(self, out: Array | None = None, *, lengths: Array | None = None, threads: int = 1) -> Array:
        """int32, (n, players): the returns of a random playout of each lane, which stays as it is.

        lengths: an int64 array of shape (n,) to which the number of actions is written.
        """
        array = output("returns", out, "int32", self._per_seat)
        if lengths is not None:
            output("lengths", lengths, "int64", (self._n,))
            apart({"returns": array, "lengths": lengths})
        threads = checked_threads(threads)
        with self._lock, self._turn:
            self._do("playouts", self._call_seed(), self._first, array, lengths, threads=threads)
            self._calls += 1
        return array

    # ------------------------------------------------------------ as a value

    def copy(self) -> Self:
        """An independent batch in the same state, which goes on to draw the same numbers."""
        with self._lock, self._turn:
            other = self._empty(self._n, self._seed)
            other._first, other._calls = self._first, self._calls
            other._lanes.copy_from(self._lanes)
            return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def take(self, lanes: Any) -> Self:
        """A new batch of some of the lanes, by number, in that order; a number may come again.

        Its seed is drawn from this batch, so that the two go on independently.
        """
        try:
            count = len(lanes)
        except TypeError:
            raise InputTypeError(f"lanes is an array of integers, not {_checks.quoted(lanes)}") from None
        if not count:
            raise CabbageError("a batch has at least one lane")
        wanted = numbers("lanes", lanes, count).astype("int64")
        outside = (wanted < 0) | (wanted >= self._n)
        if outside.any():
            raise LaneError(f"lane {wanted[outside.argmax()]} of a batch of {self._n}")
        with self._lock, self._turn:
            other = self._empty(count, self._call_seed())
            other._lanes.take_from(self._lanes, wanted)
            other._start_streams()
            self._calls += 1
            return other

    def copy_from(self, other: Self) -> None:
        """Become equal to `other`, a batch of as many lanes under the same rules.

        What masks have a place for stays as it is.
        """
        if type(other) is not type(self):
            raise InputTypeError(f"the batch is a {type(self).__name__}, not {_checks.quoted(type(other))}")
        if other._n != self._n or other._rules != self._rules:
            raise CabbageError(
                f"a batch of {other._n} lanes of {other._rules} where {self._n} of {self._rules} are wanted"
            )
        if other is self:
            return
        one, two = sorted((self, other), key=id)
        with one._lock, one._turn, two._lock, two._turn:
            self._lanes.copy_from(other._lanes)
            self._seed, self._first, self._calls = other._seed, other._first, other._calls

    def _empty(self, n: int, seed: int) -> Self:
        """A batch like this one, without positions."""
        other = type(self).__new__(type(self))
        other._prepare(self._rules, n, seed, 0)
        other._captures, other._omit = self._captures, self._omit
        return other

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        if other is self:
            return True
        one, two = sorted((self, other), key=id)
        with one._lock, one._turn, two._lock, two._turn:
            return bool(self._key() == other._key() and self._lanes.is_equal(other._lanes))

    __hash__ = None  # type: ignore[assignment]

    def _key(self) -> tuple[object, ...]:
        return self._n, self._seed, self._first, self._calls, self._rules

    def __reduce__(self) -> tuple[Any, ...]:
        with self._lock, self._turn:
            masks = self._captures, self._omit
            return _restore, (type(self), _FORMAT, self._key(), masks, self._lanes.to_bytes())

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._n} lanes of {self.num_players} players, seed {self._seed}>"

    # ------------------------------------------------------------ what the methods share

    @property
    def _per_seat(self) -> tuple[int, int]:
        return self._n, self.num_players

    def _call_seed(self) -> int:
        """The seed of the call that draws next. Its streams are numbered as the lanes are."""
        return RandomStream(self._seed, CALLS + self._calls).next()

    def _do(self, loop: str, *arguments: object, threads: int = 1, given: Array | None = None) -> None:
        """Run a loop over all lanes. Raises what it says of a lane, where an action or seat was `given`."""
        run = getattr(self._loops, loop)

        def work(begin: int, end: int) -> tuple[int, int] | None:
            failure: tuple[int, int] | None = run(self._lanes, begin, end, *arguments)
            return failure

        pace = self._paces.get(loop)
        if pace is None:
            pace = self._paces[loop] = Pace(*(SLOW_PACE if loop in SLOW else PACE))
        failure = in_ranges(work, self._n, threads, pace)
        if failure is not None:
            self._refuse(*failure, given)

    def _look(self, loop: str, array: Array) -> Array:
        with self._lock, self._turn:
            self._do(loop, array)
        return array

    def _checked_seats(self, seats: Any) -> Array | None:
        if seats is None:
            return None
        if isinstance(seats, int) or (isinstance(seats, numpy.generic) and not seats.shape):
            seat = _checks.below("a seat", seats, self.num_players)
            return numpy.full(self._n, seat, "int64")
        wanted = numbers("seats", seats, self._n)
        outside = (wanted < 0) | (wanted >= self.num_players)
        if outside.any():
            lane = int(outside.argmax())
            raise CabbageError(f"lane {lane}: a seat is 0 to {self.num_players - 1}, not {wanted[lane]}")
        return wanted.astype("int64", copy=False)

    def _refuse(self, lane: int, why: int, given: Array | None) -> NoReturn:
        state: Any
        if why == ILLEGAL and given is not None:
            state = self._lanes.unload(lane)
            try:
                state.play(int(given[lane]))
            except IllegalActionError as error:
                raise IllegalActionError(f"lane {lane}: {error}") from None
            raise CabbageError(f"lane {lane}: the actions were changed while they were played")
        if why == NO_WORLD:
            state = self._lanes.unload(lane)
            try:
                state.observe(state.current_player if given is None else int(given[lane]))
            except ViewError as error:
                raise ViewError(f"lane {lane}: {error}") from None
            raise CabbageError(f"lane {lane}: the seats were changed while worlds were drawn")
        if why == TOO_MANY:
            raise TooManyCapturesError(f"lane {lane}: too many captures to list, or too complicated ones")
        if why == BEYOND:
            raise TooManyCapturesError(
                f"lane {lane}: a legal move has index {self._captures} or above among the captures of "
                f"its card, and masks cover {self._captures}; give the batch more captures, or omit=True"
            )
        raise MemoryError(f"no memory for the work on lane {lane}")


class _Turn:
    """Whose turn it is with a batch, behind the lock that keeps other threads away.

    The same thread comes in again where a signal handler, or what else Python runs between two steps of it,
    uses the batch that a call is busy with.
    """

    def __init__(self) -> None:
        self._is_taken = False

    def __enter__(self) -> None:
        if self._is_taken:
            raise CabbageError("a call of this very thread is busy with the batch")
        self._is_taken = True

    def __exit__(self, *_: object) -> None:
        self._is_taken = False


#: What the bytes of a pickle are: changes with the lanes.
_FORMAT = (1, sys.byteorder)


def _restore(
    kind: type[Batch[Any, Any]],
    form: tuple[int, str],
    key: tuple[Any, ...],
    masks: tuple[int, bool],
    lanes: bytes,
) -> Batch[Any, Any]:
    """Unpickle a batch."""
    if form != _FORMAT:
        raise CabbageError(f"the batch was pickled in format {form}, and this is {_FORMAT}")
    n, seed, first, calls, rules = key
    n = _checks.in_range("n", n, 1, MOST_LANES)
    size = kind._loops.lane_bytes()
    if type(lanes) is not bytes or len(lanes) != n * size:
        raise CabbageError(f"the bytes of {n} lanes are {n * size}, not {_checks.quoted(lanes)}")
    batch = kind.__new__(kind)
    batch._prepare(rules, n, seed, first)
    batch._calls = _checks.in_range("the number of calls", calls, 0, CALLS - 1)
    batch._captures = _checks.in_range("captures", masks[0], 1, 1 << 16)
    batch._omit = bool(masks[1])
    batch._lanes.fill(lanes)
    return batch
