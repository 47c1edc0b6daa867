# The native searches that prove bounds. Included by `_prover_base.pyx` and `_prover_bmi2.pyx`, which
# are the same code built for any processor and for those with BMI2.
#
# A prover answers one kind of question: can the seats of weight +1 bring the weighted sum of all final
# scores to at least some bound, the other seats against them? `cabbage.solver` asks it the questions
# that lead to exact values, best actions and principal variations.

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from cabbage._bits cimport gather_bits, lowest_bit, popcount
from cabbage._transpositions cimport (
    NO_HINT, Entry, Key, Slots, TranspositionTable, hash_key, is_same, probe, store, work_of,
)

from threading import RLock

from cabbage import errors

__all__ = ["DealMaxn", "DealProver", "RoundMaxn", "RoundProver"]


cdef enum:
    NODES_PER_LOOK = 1 << 12        # a millisecond or a few of work between calls of `poll`

    # Features of a search, each of which can be switched off without changing any value.
    USES_TABLE = 1                  # transposition table
    USES_BOUNDS = 2                 # bounds on what is still to be won, without search
    USES_EQUIVALENCES = 4           # one of several equivalent actions stands for all
    USES_ORDERING = 8               # promising actions first
    # From 16 on the features of one game.


cdef int check_weights(list weights, int players) except -1:
    """Weights are 1, 0 or -1 for each seat."""
    if len(weights) != players or any([weight not in (-1, 0, 1) for weight in weights]):
        raise errors.ObjectiveError(f"weights are 1, 0 or -1 for each of {players} seats, not {weights}")
    return 0


cdef tuple checked_sides(sides, int players):
    """Sides as tuples, every seat in one."""
    sides = tuple([tuple(seats) for seats in sides])
    if not all(sides) or sorted([seat for seats in sides for seat in seats]) != list(range(players)):
        raise errors.ObjectiveError(f"{sides} are not all seats of {players} players, each once")
    return sides


cdef class Watch:
    """Between a search and its caller: the callable that is asked whether to go on, and what it raised."""
    cdef object poll
    cdef object failure


cdef struct Progress:
    # How a search stands.
    uint64_t nodes
    uint64_t max_nodes
    int64_t nodes_to_look           # until the next look at the clock and for Ctrl-C
    bint stopped                    # out of nodes, or told to stop
    void *watch


cdef void look(Progress *progress) noexcept with gil:
    """Ask `poll` whether to go on. What it raises waits for the end of the search, in `finish`."""
    cdef Watch watch = <Watch>progress.watch
    progress.nodes_to_look = NODES_PER_LOOK
    try:
        PyErr_CheckSignals()
        if watch.poll is not None and watch.poll(progress.nodes):
            progress.stopped = True
    except BaseException as error:
        watch.failure = error
        progress.stopped = True


cdef inline bint count_node(Progress *progress) noexcept nogil:
    """Counts a node; False when the search must stop."""
    if progress.nodes == progress.max_nodes:
        progress.stopped = True
        return False
    progress.nodes += 1
    progress.nodes_to_look -= 1
    if progress.nodes_to_look <= 0 and not progress.stopped:
        look(progress)
    return not progress.stopped


cdef void begin(Progress *progress, Watch watch, uint64_t max_nodes):
    progress.nodes = 0
    progress.max_nodes = max_nodes
    progress.nodes_to_look = NODES_PER_LOOK
    progress.stopped = False
    progress.watch = <void *>watch


cdef int finish(Watch watch) except -1:
    """Raise what a look raised."""
    if watch.failure is not None:
        raise watch.failure
    return 0


include "_las_vegan_bounds.pxi"
include "_las_vegan_keys.pxi"
include "_las_vegan_choices.pxi"
include "_las_vegan_search.pxi"
include "_prover_las_vegan.pxi"
include "_maxn_las_vegan.pxi"
include "_prover_krypkasino.pxi"
