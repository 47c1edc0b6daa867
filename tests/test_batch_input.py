"""What a batch refuses, and that it is then as it was."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

from cabbage import _arrays, krypkasino, las_vegan
from cabbage._batches import LOOPS
from cabbage.batch import Deals, Rounds, playouts
from cabbage.errors import (
    ArrayError,
    BatchMemoryError,
    CabbageError,
    IllegalActionError,
    InputTypeError,
    LaneError,
    ViewError,
)
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round

BATCHES = {"rounds": lambda: Rounds(None, 4, 1), "deals": lambda: Deals(None, 4, 1)}


@pytest.fixture(params=list(BATCHES.values()), ids=list(BATCHES))
def batch(request: pytest.FixtureRequest) -> Any:
    return request.param()


def assert_refused(batch: Any, call: Callable[[], object], error: type[Exception], message: str) -> None:
    held = batch.copy()
    with pytest.raises(error, match=message) as caught:
        call()
    assert isinstance(caught.value, CabbageError)
    assert batch == held


@pytest.mark.parametrize("kind", [Rounds, Deals])
@pytest.mark.parametrize(
    ("n", "error", "message"),
    [
        (0, CabbageError, "n is 1 to .*, not 0"),
        (-5, CabbageError, "n is 1 to .*, not -5"),
        (2**40 + 1, CabbageError, "n is 1 to "),
        (10**3000, CabbageError, "n is 1 to .*a number of"),
        (2**40, BatchMemoryError, r"a batch of 1099511627776 lanes needs \d+ bytes; this machine has \d+"),
        (1.0, InputTypeError, "n is an integer, not 1.0"),
        (True, InputTypeError, "n is an integer, not True"),
        (None, InputTypeError, "n is an integer"),
        ("9", InputTypeError, "n is an integer"),
    ],
)
def test_bad_sizes(kind: Any, n: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        kind(None, n)


def test_an_absurd_size_is_a_memory_error_too() -> None:
    with pytest.raises(MemoryError):
        Rounds(None, 2**40)
    with pytest.raises(BatchMemoryError, match="returns, of shape"):
        playouts(Round.deal(1), 2**40 - 1, 1, full=True)


def test_a_machine_that_does_not_say_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sysconf", raising=False)
    with pytest.raises(BatchMemoryError):
        Rounds(None, 2**40)
    assert len(Rounds(None, 3)) == 3


def test_a_container_may_have_less(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(_arrays, "_CONTAINER", str(limit))
    for text, machine in (("5000000\n", "5000000"), ("max\n", r"\d{9,}")):
        limit.write_text(text)
        with pytest.raises(BatchMemoryError, match=f"this machine has {machine}$"):
            Rounds(None, 2**38)
        assert len(Rounds(None, 3)) == 3


def test_masks_too_large_for_the_machine() -> None:
    deals = Deals(None, 2**17, captures=2**16)
    with pytest.raises(BatchMemoryError, match="masks, of shape"):
        deals.legal_masks()


@pytest.mark.parametrize(
    ("arguments", "named", "error"),
    [
        ((krypkasino.Rules(), 3), {}, InputTypeError),
        (("rules", 3), {}, InputTypeError),
        ((None, 3, -1), {}, CabbageError),
        ((None, 3, 2**64), {}, CabbageError),
        ((None, 3, "seed"), {}, InputTypeError),
        ((None, 3), {"first": -1}, CabbageError),
        ((None, 3), {"first": 2**41}, CabbageError),
        ((None, 3), {"threads": 0}, CabbageError),
        ((None, 3), {"threads": 10**9}, CabbageError),
    ],
)
def test_other_bad_arguments(arguments: Any, named: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        Rounds(*arguments, **named)
    assert isinstance(caught.value, CabbageError)


@pytest.mark.parametrize("captures", [0, -1, 2**16 + 1, "16", 1.5])
def test_bad_captures(captures: Any) -> None:
    with pytest.raises(CabbageError, match="captures is"):
        Deals(None, 1, captures=captures)


BAD_ACTIONS: dict[str, tuple[Any, type[Exception], str]] = {
    "wrong kind of numbers": (numpy.zeros(4, "float64"), ArrayError, "int64 or int32, not of float64"),
    "bytes": (numpy.zeros(4, "uint8"), ArrayError, "not of uint8"),
    "unsigned": (numpy.zeros(4, "uint64"), ArrayError, "not of uint64"),
    "bools": (numpy.zeros(4, "bool"), ArrayError, "not of bool"),
    "foreign byte order": (numpy.zeros(4, numpy.dtype("int64").newbyteorder()), ArrayError, "not of "),
    "too few": (numpy.zeros(3, "int64"), ArrayError, r"shape \(4,\), a number a lane, not \(3,\)"),
    "too many": (numpy.zeros(5, "int64"), ArrayError, r"not \(5,\)"),
    "two dimensions": (numpy.zeros((4, 1), "int64"), ArrayError, r"not \(4, 1\)"),
    "one number": (3, ArrayError, r"not \(\)"),
    "strides": (numpy.zeros(8, "int64")[::2], ArrayError, r"strides \(16,\)"),
    "backwards": (numpy.zeros(4, "int64")[::-1], ArrayError, "strides"),
    "broadcast": (numpy.broadcast_to(numpy.int64(1), (4,)), ArrayError, "strides"),
    "unaligned": (numpy.zeros(33, "uint8")[1:].view("int64"), ArrayError, "strides"),
    "text": ("0123", ArrayError, "not of <U4"),
    "ragged": ([[1], [2, 3], 1, 1], InputTypeError, "array of integers"),
    "huge numbers": ([2**70] * 4, ArrayError, "not of object"),
    "nothing": (None, ArrayError, "not of object"),
    "an object": (object(), ArrayError, "not of object"),
}


@pytest.mark.parametrize("name", BAD_ACTIONS)
def test_bad_actions(batch: Any, name: str) -> None:
    actions, error, message = BAD_ACTIONS[name]
    assert_refused(batch, lambda: batch.step(actions), error, f"actions .*{message}")


def read_only(shape: tuple[int, ...], dtype: str) -> Any:
    array = numpy.zeros(shape, dtype)
    array.flags.writeable = False
    return array


OUTPUTS: dict[str, Callable[[Any], tuple[Callable[[Any], object], str, tuple[int, ...]]]] = {
    "seeds": lambda b: (b.seeds, "uint64", (4,)),
    "done": lambda b: (b.done, "bool", (4,)),
    "current_players": lambda b: (b.current_players, "int64", (4,)),
    "tally": lambda b: (b.tally, "int32", (4, b.num_players)),
    "masks": lambda b: (b.legal_masks, "bool", (4, b.num_actions)),
    "words": lambda b: (b.legal_words, "uint64", (4, b.num_words)),
    "observations": lambda b: (lambda out: b.observations(None, out), "int16", (4, b.observation_size)),
    "actions": lambda b: (b.random_actions, "int64", (4,)),
    "returns": lambda b: (b.playouts, "int32", (4, b.num_players)),
    "lengths": lambda b: (lambda out: b.playouts(lengths=out), "int64", (4,)),
}
for _name, _dtype in (
    ("done", "bool"),
    ("returns", "int32"),
    ("players", "int64"),
    ("masks", "bool"),
    ("words", "uint64"),
    ("observations", "int16"),
):

    def _stepping(b: Any, name: str = _name, dtype: str = _dtype) -> Any:
        shapes: dict[str, tuple[int, ...]] = {
            "returns": (4, b.num_players),
            "masks": (4, b.num_actions),
            "words": (4, b.num_words),
            "observations": (4, b.observation_size),
        }
        return lambda out: b.step([-1] * 4, **{name: out}), dtype, shapes.get(name, (4,))

    OUTPUTS[f"step {_name}"] = _stepping


@pytest.mark.parametrize("name", OUTPUTS)
def test_arrays_to_write_to(batch: Any, name: str) -> None:
    call, dtype, shape = OUTPUTS[name](batch)
    word = name.rpartition(" ")[2]
    other = "int16" if dtype != "int16" else "int32"
    for bad, error, message in (
        (numpy.zeros(shape, other), ArrayError, f"is an array of {dtype}, not of {other}"),
        (numpy.zeros((*shape, 1), dtype), ArrayError, "has shape"),
        (numpy.zeros((shape[0] + 1, *shape[1:]), dtype), ArrayError, "has shape"),
        (numpy.zeros((2 * shape[0], *shape[1:]), dtype)[::2], ArrayError, "has strides"),
        (read_only(shape, dtype), ArrayError, "is read-only"),
        (numpy.zeros(shape, dtype).tolist(), InputTypeError, "is a numpy.ndarray to write to, not"),
        (bytearray(64), InputTypeError, "is a numpy.ndarray to write to, not"),
    ):
        assert_refused(batch, lambda bad=bad: call(bad), error, f"{word} {message}")  # type: ignore[misc]
    if len(shape) == 2 and shape[1] > 1:
        assert_refused(batch, lambda: call(numpy.zeros(shape, dtype, order="F")), ArrayError, "has strides")
    good = numpy.zeros(shape, dtype)
    call(good)


def test_arrays_that_share_memory(batch: Any) -> None:
    both = numpy.full(4, -1, "int64")
    assert_refused(
        batch, lambda: batch.step(both, players=both), ArrayError, "actions and players share memory"
    )
    block = numpy.zeros(8, "bool").reshape(8)
    held = batch.copy()
    batch.step([-1] * 4, done=block[:4])  # a part of a larger array is welcome
    assert batch == held


BAD_SEATS: dict[str, tuple[Any, type[Exception], str]] = {
    "too high": (9, CabbageError, "a seat is 0 to "),
    "below zero": (-1, CabbageError, "a seat is 0 to "),
    "a bool": (True, InputTypeError, "a seat is an integer"),
    "one of four": ([0, 1, 9, 0], CabbageError, "lane 2: a seat is 0 to .*, not 9"),
    "floats": ([0.0, 1.0, 0.0, 1.0], ArrayError, "seats is an array of int64 or int32"),
    "too few": ([0], ArrayError, "seats has shape"),
    "a float": (1.0, ArrayError, "seats is an array"),
}


@pytest.mark.parametrize("name", BAD_SEATS)
def test_bad_seats(batch: Any, name: str) -> None:
    seats, error, message = BAD_SEATS[name]
    assert_refused(batch, lambda: batch.observations(seats), error, message)
    assert_refused(batch, lambda: batch.resample(seats), error, message)


def test_lanes_to_reset_are_bools(batch: Any) -> None:
    for bad in ([0, 1, 2, 3], [True], numpy.zeros((4, 1), bool), "lanes"):
        assert_refused(batch, lambda bad=bad: batch.reset(bad), ArrayError, "lanes is an array of 4 bools")  # type: ignore[misc]
    batch.reset(numpy.zeros(8, bool)[::2])


def test_lanes_to_take(batch: Any) -> None:
    assert_refused(batch, lambda: batch.take([]), CabbageError, "at least one lane")
    assert_refused(batch, lambda: batch.take([0, 4]), LaneError, "lane 4 of a batch of 4")
    assert_refused(batch, lambda: batch.take([-1]), LaneError, "lane -1 of a batch of 4")
    assert_refused(batch, lambda: batch.take(7), InputTypeError, "lanes is an array of integers, not 7")
    assert_refused(batch, lambda: batch.take([0.5]), ArrayError, "lanes is an array of int64 or int32")


def test_positions_of_other_games_and_rules(batch: Any) -> None:
    mine, other = (Round, Deal) if isinstance(batch, Rounds) else (Deal, Round)
    rules = las_vegan.Rules(players=3) if mine is Round else krypkasino.Rules(players=3)
    strange: Any = mine.deal(1, rules)  # type: ignore[arg-type]

    def put(state: Any) -> None:
        batch[2] = state

    assert_refused(batch, lambda: put(other.deal(1)), InputTypeError, "lane 2 takes a (round|deal) of ")
    assert_refused(batch, lambda: put(None), InputTypeError, "lane 2 takes a")
    assert_refused(batch, lambda: put(strange), CabbageError, "lane 2 takes a position of the batch's rules")
    kind = type(batch)
    with pytest.raises(CabbageError, match="position 1 has other rules than position 0"):
        kind.from_states([batch[0], strange])
    with pytest.raises(InputTypeError, match="position 1 is a "):
        kind.from_states([batch[0], other.deal(1)])
    with pytest.raises(CabbageError, match="at least one"):
        kind.from_states([])
    with pytest.raises(InputTypeError, match="a sequence of positions"):
        kind.from_states(iter([batch[0]]))


def test_batches_of_other_rules(batch: Any) -> None:
    kind = type(batch)
    rules = las_vegan.Rules(players=3) if kind is Rounds else krypkasino.Rules(players=3)
    for other in (kind(rules, 4), kind(None, 5)):
        assert_refused(batch, lambda other=other: batch.copy_from(other), CabbageError, "lanes of Rules")  # type: ignore[misc]
    strange = Deals(None, 4) if kind is Rounds else Rounds(None, 4)
    assert_refused(batch, lambda: batch.copy_from(strange), InputTypeError, "the batch is a ")
    assert_refused(batch, lambda: batch.copy_from(None), InputTypeError, "the batch is a ")


def test_bad_threads(batch: Any) -> None:
    for threads, error in (
        (0, CabbageError),
        (257, CabbageError),
        ("2", InputTypeError),
        (None, InputTypeError),
    ):
        for call in (batch.random_actions, batch.playouts, batch.legal_masks, batch.resample, batch.reset):
            assert_refused(
                batch,
                lambda call=call, threads=threads: call(threads=threads),  # type: ignore[misc]
                error,
                "threads is",
            )


def test_forged_pickles(batch: Any) -> None:
    """A pickle whose bytes are no positions of its rules is refused, whatever was changed."""
    restore, (kind, form, key, masks, lanes) = batch.__reduce__()
    assert restore(kind, form, key, masks, lanes) == batch
    for bad in (lanes[:-1], lanes + b"0", bytearray(lanes), "lanes", None):
        with pytest.raises(CabbageError, match="the bytes of 4 lanes are"):
            restore(kind, form, key, masks, bad)
    with pytest.raises(CabbageError, match="pickled in format"):
        restore(kind, (1, "middle"), key, masks, lanes)
    with pytest.raises(CabbageError, match="the bytes of 1099511627776 lanes are"):
        restore(kind, form, (2**40, *key[1:]), masks, lanes)
    size = len(lanes) // 4
    refused = 0
    rng = numpy.random.default_rng(1)
    for place in range(size):
        for byte in (0xFF, int(rng.integers(256))):
            forged = bytearray(lanes)
            if forged[size + place] == byte:
                continue
            forged[size + place] = byte
            try:
                other = restore(kind, form, key, masks, bytes(forged))
            except CabbageError as error:
                refused += str(error) == "the bytes of lane 1 are no position of these rules"
                continue
            # What is let through, such as the value of a token, can be played to its end.
            while not other.done().all():
                other.step(other.random_actions())
            other.observations()
            other.resample()
            other.playouts()
            assert pickle.loads(pickle.dumps(other)) == other
    assert refused > size


def forge_shown(batch: Any, lane: int) -> Any:
    """The batch with a lane in which seat 1 has shown to have no card at all."""
    restore, (kind, form, key, masks, lanes) = batch.__reduce__()
    forged = bytearray(lanes)
    end = (lane + 1) * len(lanes) // len(batch)
    if kind is Rounds:  # the voids are followed by four bytes that are 0
        start, size, shown = end - 8, 4, 0xF0
    else:  # the lacks of six seats, by what could sweep the table, a seed and a stream
        start, size, shown = end - 3 * 8 - 5 * 8, 8, (1 << 52) - 1
    forged[start : start + size] = shown.to_bytes(size, sys.byteorder)
    return restore(kind, form, key, masks, bytes(forged))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_lane_without_a_world_is_named(builds: str, batch: Any, threads: int) -> None:
    """Forged bytes may say that the hidden cards can lie in no way."""
    for _ in range(batch.num_players + 1):
        batch.step(batch.random_actions())
    batch = forge_shown(batch, 2)
    shown = r"seat 1 holds \d+ cards, and only 0 of the \d+ hidden from seat 0 can be theirs: seat 1 has no "
    for seats, message in ((0, shown), ([0] * 4, shown), ([0, 0, 1, 0], "seat 1 has shown ")):
        assert_refused(
            batch,
            lambda seats=seats: batch.resample(seats, threads=threads),  # type: ignore[misc]
            ViewError,
            f"^lane 2: {message}.*; position: ",
        )
    state = batch[2]
    for call in (state.observe, lambda seat: state.resample(seat, 1)):
        with pytest.raises(ViewError, match=f"^{shown}.*; position: "):
            call(0)
        with pytest.raises(ViewError, match=r"^seat 1 has shown .*; position: "):
            call(1)
    with pytest.raises(ViewError, match=r"^seat 1 has shown "):
        pickle.loads(pickle.dumps(state))


def test_a_lane_where_who_has_played_nothing_has_shown_voids(builds: str) -> None:
    """Such voids leave more worlds than can be counted."""
    with pytest.raises(CabbageError, match="the bytes of lane 1 are no position of these rules"):
        forge_shown(Rounds(None, 4, 1), 1)


def test_loops_check_their_arrays_themselves(batch: Any) -> None:
    """What `cabbage.batch` would not give does not get further than the door."""
    loops = LOOPS[batch._kind.name]
    lanes = loops.Lanes(batch.rules, 4)
    short = numpy.zeros(3, "int64")
    pair = numpy.zeros((4, 1), "int32")
    words = numpy.zeros((4, 99), "uint64")
    step = (False, 16, False, None, None, None)
    bad: list[Callable[[], object]] = [
        lambda: loops.Lanes(batch.rules, 0),
        lambda: loops.Lanes(None, 3),
        lambda: loops.start_streams(lanes, 0, 5, 1, 1),
        lambda: loops.start_streams(lanes, 3, 2, 1, 1),
        lambda: loops.deal(lanes, 0, 4, numpy.zeros(3, "uint8")),
        lambda: loops.seeds(lanes, 0, 4, short.view("uint64")),
        lambda: loops.over(lanes, 0, 4, numpy.zeros(3, "uint8")),
        lambda: loops.current_players(lanes, 0, 4, short),
        lambda: loops.tallies(lanes, 0, 4, pair),
        lambda: loops.legal(lanes, 0, 4, 16, False, words, None),
        lambda: loops.legal(lanes, 0, 4, 0, False, None, None),
        lambda: loops.legal(lanes, 0, 4, 16, False, None, numpy.zeros((4, 9), "uint8")),
        lambda: loops.observe(lanes, 0, 4, None, numpy.zeros((4, 9), "int16")),
        lambda: loops.observe(lanes, 0, 4, short, numpy.zeros((4, batch.observation_size), "int16")),
        lambda: loops.observe(
            lanes, 0, 4, numpy.full(4, 77, "int64"), numpy.zeros((4, batch.observation_size), "int16")
        ),
        lambda: loops.step(lanes, 0, 4, None, None, *step, None, None, None),
        lambda: loops.step(lanes, 0, 4, short, None, *step, None, None, None),
        lambda: loops.step(lanes, 0, 4, numpy.zeros(4, "int64"), None, *step, words, None, None),
        lambda: loops.random_actions(lanes, 0, 4, 1, 1, short),
        lambda: loops.resample(lanes, 0, 4, short, 1, 1),
        lambda: loops.resample(lanes, 0, 4, numpy.full(4, 6, "int64"), 1, 1),
        lambda: loops.playouts(lanes, 0, 4, 1, 1, pair, None),
        lambda: loops.playouts_of_one(lanes, 0, 4, 1, 4, pair),
        lambda: loops.playouts_of_one(lanes, 0, 2**40, 1, 2**40, None),
        lambda: lanes.load(4, batch[0]),
        lambda: lanes.unload(4),
        lambda: lanes.copy_from(loops.Lanes(batch.rules, 3)),
        lambda: lanes.take_from(lanes, numpy.full(4, 4, "int64")),
        lambda: lanes.fill(b""),
    ]
    for call in bad:
        with pytest.raises(CabbageError):
            call()


def test_lanes_without_a_game_are_safe(batch: Any) -> None:
    loops = LOOPS[batch._kind.name]
    lanes = loops.Lanes(batch.rules, 4)
    out = numpy.zeros(4, "int64")
    assert loops.random_actions(lanes, 0, 4, 1, 1, out) is None
    assert out.tolist() == [-1] * 4
    assert loops.resample(lanes, 0, 4, None, 1, 1) is None
    returns = numpy.ones((4, batch.num_players), "int32")
    assert loops.playouts(lanes, 0, 4, 1, 1, returns, None) is None
    assert not returns.any()
    assert lanes.unload(0).is_terminal
    assert issubclass(IllegalActionError, CabbageError)


def test_a_forged_table_is_looked_at_before_it_is_summed() -> None:
    """Copies without a first one, which would lead the search for sweeps out of its arrays."""
    deals = Deals(None, 1, 1)
    restore, (kind, form, key, masks, lanes) = deals.__reduce__()
    table = Deals(None, 1, 1)[0].table_masks
    place = lanes.index(table[0].to_bytes(8, sys.byteorder) + table[1].to_bytes(8, sys.byteorder))
    for one, two in ((0x3, 0x1003), (2**60 - 1, 2**60 - 1), (0, 2**52 - 1)):
        forged = bytearray(lanes)
        forged[place : place + 16] = one.to_bytes(8, sys.byteorder) + two.to_bytes(8, sys.byteorder)
        forged[place + 16 : place + 24] = b"\xff\xff\xff\xff\xe0\x2e\x10\x00"
        with pytest.raises(CabbageError, match="no position of these rules"):
            restore(kind, form, key, masks, bytes(forged))


def test_rules_that_were_altered_later() -> None:
    """Lanes of one rule set in the block of another would be read and written past their rows."""
    rules: Any = las_vegan.Rules(players=6)
    state = Round.deal(1, rules)
    rounds = Rounds(rules, 50, 1)
    object.__setattr__(rules, "players", 2)
    with pytest.raises(CabbageError):
        Rounds.from_states([state] * 50)
    assert rounds.tally().shape == (50, 6)
    with pytest.raises(CabbageError):
        rounds.take(range(50))
    rules = krypkasino.Rules(players=6)
    deals = Deals(rules, 50, 1)
    object.__setattr__(rules, "players", 2)
    assert deals.tally().shape == (50, 6)
    with pytest.raises(CabbageError):
        deals.take(range(50))
    rules = las_vegan.Rules()
    object.__setattr__(rules, "casino_deck", (200,) * 12)
    with pytest.raises(CabbageError, match="a casino card is 0 to 13, not 200"):
        Rounds(rules, 4)


def test_a_batch_is_made_once(batch: Any) -> None:
    assert_refused(batch, lambda: batch.__init__(None, 3), CabbageError, "a batch is made once")


def test_masked_arrays_are_refused(batch: Any) -> None:
    masked = numpy.ma.masked_array([-1] * 4, mask=[True, False, True, True])
    assert_refused(batch, lambda: batch.step(masked), ArrayError, "actions is a masked array")
    lanes = numpy.ma.masked_array([True] * 4, mask=[True] * 4)
    assert_refused(batch, lambda: batch.reset(lanes), ArrayError, "lanes is a masked array")
    out = numpy.ma.masked_array([False] * 4)
    assert_refused(batch, lambda: batch.done(out), ArrayError, "done is a masked array")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that signal")
def test_a_signal_handler_cannot_use_a_batch_that_is_busy() -> None:
    rounds = Rounds(None, 200_000, 1)
    actions = rounds.random_actions()
    held, after = rounds.copy(), rounds.copy()
    after.step(actions)
    refused = 0
    old = signal.signal(signal.SIGALRM, lambda *_: rounds.resample())
    try:
        for delay in range(1, 30):
            signal.setitimer(signal.ITIMER_REAL, delay / 3_000)
            try:
                rounds.step(actions, threads=1 + delay % 2)
            except CabbageError as error:
                refused += "a call of this very thread is busy" in str(error)
                assert rounds == held
            signal.setitimer(signal.ITIMER_REAL, 0)
            rounds.copy_from(held)
    finally:
        signal.signal(signal.SIGALRM, old)
    assert refused
