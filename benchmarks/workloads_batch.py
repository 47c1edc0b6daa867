"""What is timed of batches: as `workloads.py`, each with its amount of work and answer.

A batch has 4,096 lanes: 1.2 MB of Las Vegan, 3.6 MB of Krypkasino, which stay in the L2 and L3 caches of a
server with what is written. Lanes stand at all plies of a game, as they come to do in a long run. Actions are
drawn beforehand, and each run begins by becoming the same batch again, in about a hundredth of its time.
An answer is made of whole numbers, not of bytes, which have an order; of arrays it reads every sixteenth
lane, and so costs as little.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy

from cabbage import batch
from cabbage.batch import SKIP, Deals, Rounds
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as KrypkasinoRules
from cabbage.las_vegan import Round
from cabbage.las_vegan import Rules as LasVeganRules
from workloads import PLAYOUTS, Workload
from workloads_krypkasino import PLAYOUTS as DEAL_PLAYOUTS

LANES = 4_096
SEED = 1
LOOKED_AT = 16
CALLS = 100
PLAYOUT_CALLS = 5

Batch = Any
Array = Any


class Game(NamedTuple):
    """What differs between the two games."""

    prefix: str
    name: str
    kind: Any
    state: Any
    rules: Any
    plies: int
    """How many actions a game has, or in Las Vegan about: lanes stand at 0 to so many."""
    steps: int
    """How many steps are timed: two games of Las Vegan, one of Krypkasino."""
    playouts: int
    """How many playouts of one position are a run, as in the workloads of single games."""


GAMES = {
    "las-vegan": Game("", "", Rounds, Round, LasVeganRules, 44, 88, PLAYOUTS),
    "krypkasino": Game("kk_", "krypkasino ", Deals, Deal, KrypkasinoRules, 100, 100, DEAL_PLAYOUTS),
}


class Recorded(NamedTuple):
    """A run of a batch from its deals on."""

    before: list[Array]
    """The actions to the positions where timing begins."""
    start: Batch
    timed: list[Array]
    """The actions from there."""


def dealt(game: str, players: int) -> Batch:
    return GAMES[game].kind(GAMES[game].rules(players=players), LANES, SEED)


def one_deal(game: str, players: int) -> Any:
    return GAMES[game].state.deal(1, GAMES[game].rules(players=players))


@functools.cache
def recorded(game: str, players: int) -> Recorded:
    lanes = dealt(game, players)
    plies = numpy.arange(LANES) % GAMES[game].plies

    def draw(playing: Array) -> Array:
        actions = numpy.where(playing, lanes.random_actions(), SKIP)
        lanes.step(actions, auto_reset=True)
        return actions

    before = [draw(plies > ply) for ply in range(GAMES[game].plies)]
    start = lanes.copy()
    return Recorded(before, start, [draw(True) for _ in range(GAMES[game].steps)])


@functools.cache
def room(game: str, players: int) -> dict[str, Array]:
    """Arrays to write to, by the name of the argument of `step`; and a batch to play on."""
    lanes = dealt(game, players)
    return {
        "lanes": lanes,
        "done": lanes.done(),
        "returns": lanes.tally(),
        "words": lanes.legal_words(),
        "masks": lanes.legal_masks(),
        "observations": lanes.observations(),
        "actions": numpy.empty(LANES, "int64"),
        "lengths": numpy.empty(LANES, "int64"),
    }


def weigh(array: Array) -> int:
    """A number for every sixteenth row of an array: the sum of each number times its place, below 2**64."""
    rows = array[::LOOKED_AT].astype("uint64")
    places = numpy.arange(1, rows.shape[1] + 1, dtype="uint64")
    return int((rows * places).sum(dtype="uint64"))


def digest(*numbers: int) -> int:
    """One number for several, below 10**12."""
    return functools.reduce(lambda total, number: (total * 1_000_003 + number) % (10**12 - 11), numbers, 0)


def _step(game: str, players: int, written: str | None) -> Callable[[], int]:
    """Steps with new deals where a game is over. The answer: how many games were finished, the returns of
    each quarter's last step, and what was written last."""

    def run() -> int:
        _, start, timed = recorded(game, players)
        arrays = room(game, players)
        lanes, done, returns = arrays["lanes"], arrays["done"], arrays["returns"]
        more = {} if written is None else {written: arrays[written]}
        lanes.copy_from(start)
        finished, results = 0, []
        quarter = len(timed) // 4
        for number, actions in enumerate(timed, 1):
            lanes.step(actions, auto_reset=True, done=done, returns=returns, **more)
            finished += int(numpy.count_nonzero(done))
            if number % quarter == 0:
                results.append(int(returns.sum()))
        return digest(finished, *results, *(weigh(array) for array in more.values()))

    return run


def _random_actions(game: str, players: int) -> Callable[[], int]:
    """The answer: the sum of the actions."""

    def run() -> int:
        arrays = room(game, players)
        lanes, actions = arrays["lanes"], arrays["actions"]
        lanes.copy_from(recorded(game, players).start)
        return sum(int(lanes.random_actions(actions)[::LOOKED_AT].sum()) for _ in range(CALLS))

    return run


def _written(game: str, players: int, what: str) -> Callable[[], int]:
    """Writing words, masks or observations of the same positions again and again. The answer: what it is."""

    def run() -> int:
        lanes, out = recorded(game, players).start, room(game, players)[what]
        write = getattr(lanes, what if what == "observations" else f"legal_{what}")
        for _ in range(CALLS):
            write(out=out)
        return digest(weigh(out))

    return run


def _resample(game: str, players: int) -> Callable[[], int]:
    """For each seat in turn. The answer: what the seats to move may do then."""

    def run() -> int:
        arrays = room(game, players)
        lanes = arrays["lanes"]
        lanes.copy_from(recorded(game, players).start)
        for number in range(4 * players):
            lanes.resample(number % players)
        return digest(weigh(lanes.legal_words(arrays["words"])))

    return run


@functools.cache
def lanes_of_one_deal(game: str, players: int) -> Batch:
    """Lanes of one deal: what a loop over single games begins from."""
    return GAMES[game].kind.from_states([one_deal(game, players)] * LANES, SEED)


def _playouts(game: str, players: int, start: Callable[[str, int], Batch]) -> Callable[[], int]:
    """The answer: how many actions they have."""
    start = functools.cache(start)

    def run() -> int:
        arrays = room(game, players)
        lanes, returns, lengths = arrays["lanes"], arrays["returns"], arrays["lengths"]
        lanes.copy_from(start(game, players))
        actions = 0
        for _ in range(PLAYOUT_CALLS):
            lanes.playouts(returns, lengths=lengths)
            actions += int(lengths.sum())
        return actions

    return run


def _playouts_of_one(game: str, players: int) -> Callable[[], int]:
    """The same playouts as those of the loop over single games, to the last action."""
    state = one_deal(game, players)
    return lambda: batch.playouts(state, GAMES[game].playouts, 1).actions


#: For each game and number of players the answers, by the key of the workload.
ANSWERS: dict[tuple[str, int], dict[str, int]] = {
    ("las-vegan", 4): {
        "step": 905_783_319_990,
        "step_words": 988_103_027_358,
        "step_masks": 37_349_963_365,
        "step_observed": 37_354_222_313,
        "random": 615_129,
        "words": 320_864_451_870,
        "masks": 41_707,
        "observe": 4_346_648,
        "resample": 424_313_185_447,
        "playouts": 900_758,
        "playouts_dealt": 900_544,
        "playouts_of_one": 879_570,
    },
    ("las-vegan", 2): {
        "step": 910_576_335_834,
        "step_words": 307_177_603_328,
        "step_masks": 67_573_071_660,
        "step_observed": 67_575_642_662,
        "random": 564_727,
        "words": 344_704_338_803,
        "masks": 50_216,
        "observe": 2_645_809,
        "playouts": 900_738,
        "playouts_dealt": 900_963,
        "playouts_of_one": 879_622,
    },
    ("krypkasino", 2): {
        "step": 60_578_518_902,
        "step_words": 629_957_098_862,
        "step_masks": 700_638_242_791,
        "step_observed": 700_649_567_838,
        "random": 643_369,
        "words": 21_612_670_526,
        "masks": 19_168,
        "observe": 11_320_500,
        "resample": 929_120_643_639,
        "playouts": 2_048_000,
        "playouts_dealt": 2_048_000,
        "playouts_of_one": 500_000,
    },
    ("krypkasino", 4): {
        "step": 61_233_521_052,
        "step_words": 934_228_860_381,
        "step_masks": 704_753_254_918,
        "step_observed": 704_768_952_534,
        "random": 663_626,
        "words": 851_488_799_813,
        "masks": 17_097,
        "observe": 15_712_777,
        "resample": 690_499_677_358,
        "playouts": 2_048_000,
        "playouts_dealt": 2_048_000,
        "playouts_of_one": 500_000,
    },
}


def _workloads(game: str, players: int, answers: dict[str, int]) -> Iterator[tuple[str, Workload]]:
    kind = GAMES[game]
    steps, resampled = kind.steps * LANES, 4 * players * LANES
    for key, what, unit, work, run in (
        ("step", "batch step", "steps", steps, _step(game, players, None)),
        ("step_words", "batch step, words written", "steps", steps, _step(game, players, "words")),
        ("step_masks", "batch step, masks written", "steps", steps, _step(game, players, "masks")),
        ("step_observed", "batch step, observed", "steps", steps, _step(game, players, "observations")),
        ("random", "batch random actions", "actions", CALLS * LANES, _random_actions(game, players)),
        ("words", "batch words", "lanes", CALLS * LANES, _written(game, players, "words")),
        ("masks", "batch masks", "lanes", CALLS * LANES, _written(game, players, "masks")),
        ("observe", "batch observations", "lanes", CALLS * LANES, _written(game, players, "observations")),
        ("resample", "batch resampled", "lanes", resampled, _resample(game, players)),
        ("playouts", "batch playouts of one deal", "actions", 0, _playouts(game, players, lanes_of_one_deal)),
        ("playouts_dealt", "batch playouts, each dealt", "actions", 0, _playouts(game, players, dealt)),
        ("playouts_of_one", "batch.playouts", "actions", 0, _playouts_of_one(game, players)),
    ):
        if key not in answers:
            continue  # two players of Las Vegan have nothing to draw anew: each knows the other's hand
        name = f"{kind.name}{what}, {players} players"
        answer = answers[key]
        yield f"{kind.prefix}batch_{key}_{players}", Workload(name, unit, work or answer, answer, run)


WORKLOADS_BATCH = {
    key: workload
    for (game, players), answers in ANSWERS.items()
    for key, workload in _workloads(game, players, answers)
}
