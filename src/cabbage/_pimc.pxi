# Perfect information Monte Carlo: worlds that a seat must reckon with, each searched as if all cards were known.
# Included by the builds that include `_batch.pxi`.
#
# Source: M. Ginsberg, "GIB: Imperfect information in a computationally challenging game" (2001).

from libc.stdint cimport INT64_MAX, INT64_MIN, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cabbage._rng cimport Rng, rng_seed


cdef extern from "Python.h":
    # Declared without `except`: what it raised stays set until `propagate`, behind the nogil code.
    int check_signals_quietly "PyErr_CheckSignals"() noexcept


cdef enum:
    INTERRUPTED = -1                # why a search failed, beside what the game has
    WORK_PER_LOOK = 1 << 15         # some milliseconds of work between looks for Ctrl-C
    WORK_OF_PLAYOUT = 1 << 4        # a position is 1, and its actions 1 for each eight


cdef struct Probe:
    # A search of worlds, one after the other.
    int seat                        # whose decision it is
    int players
    int horizon                     # where playouts end
    Utilities utilities
    int depth                       # plies that are searched behind the action in question
    int exact                       # with so few plies left the search goes on to the end
    int playouts                    # where it does not
    uint64_t nodes                  # that are left for this action in this world
    Rng rng
    Scratch lists                   # of the actions of all plies of a search
    Scratch scratch                 # of playouts
    int64_t work_to_look            # until the next look for Ctrl-C
    int failed


cdef bint interrupted() noexcept with gil:
    """Whether a signal handler raised; its exception is then set and waits for `propagate`."""
    return check_signals_quietly() != 0


cdef int propagate() except -1:
    """Raise the exception that `interrupted` found."""
    return -1


cdef inline void count_work(Probe *probe, int work) noexcept nogil:
    """Count work, and now and then look for Ctrl-C: one world may take as long as anybody likes."""
    probe.work_to_look -= work
    if probe.work_to_look <= 0 and not probe.failed:
        probe.work_to_look = WORK_PER_LOOK
        if interrupted():
            probe.failed = INTERRUPTED


cdef inline int64_t worth_of(const Probe *probe, int seat, const int32_t *sums) noexcept nogil:
    return utility_of(&probe.utilities, seat, sums, probe.players)


cdef inline void add_playouts(Probe *probe, const World *world, int32_t *sums) noexcept nogil:
    """Each seat's sum of the results of playouts."""
    cdef World end
    cdef int32_t points[MAX_PLAYERS]
    cdef int seat
    for seat in range(probe.players):
        sums[seat] = 0
    for _ in range(probe.playouts):
        count_work(probe, WORK_OF_PLAYOUT)
        if probe.failed:
            break
        end = world[0]
        if play_to_end(&end, probe.horizon, &probe.rng, points, &probe.scratch) < 0:
            probe.failed = TOO_MANY
        for seat in range(probe.players):
            sums[seat] += points[seat]


cdef inline int expand(Probe *probe, const World *world, int depth, int used, Legal *legal,
                       int32_t *sums) noexcept nogil:
    """Find the actions that a search goes into. Returns how many they are; 0 where it ends, with what is to be
    expected there, as a sum over playouts, in `sums`. A search that has failed ends everywhere."""
    cdef int count = 0 if probe.failed else find_legal(world, legal, &probe.lists, used)
    cdef int seat
    count_work(probe, 1 + count // 8)
    if count < 0:
        probe.failed = TOO_MANY
    if count <= 0:
        results(world, sums)
        for seat in range(probe.players):
            sums[seat] *= probe.playouts
        return 0
    if (depth <= 0 and plies_left(world) > probe.exact) or not probe.nodes:
        add_playouts(probe, world, sums)
        return 0
    probe.nodes -= 1
    return count


cdef int64_t duel(Probe *probe, const World *world, int depth, int used, int64_t alpha, int64_t beta) noexcept nogil:
    """The utility of the deciding seat, which its side maximises and the other one minimises.

    Exact inside (alpha, beta), a bound outside it (fail-soft). Source: D. Knuth, R. Moore, "An analysis of
    alpha-beta pruning" (1975).
    """
    cdef World child
    cdef Legal legal
    cdef int32_t sums[MAX_PLAYERS]
    cdef int64_t best, value
    cdef int count = expand(probe, world, depth, used, &legal, sums), place
    cdef bint maximising
    cdef uint32_t action
    if not count:
        return worth_of(probe, probe.seat, sums)
    maximising = is_ally(&probe.utilities, probe.seat, seat_to_play(world))
    best = INT64_MIN if maximising else INT64_MAX
    for place in range(count - 1, -1, -1):
        action = take_at(&legal, place)
        child = world[0]
        play_taken(&child, &legal, action)
        value = duel(probe, &child, depth - 1, used + count, alpha, beta)
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


cdef void each_for_itself(Probe *probe, const World *world, int depth, int used, int32_t *sums) noexcept nogil:
    """The results where each seat maximises its own utility. Source: C. Luckhardt, K. Irani, "An algorithmic
    solution of n-person games" (1986)."""
    cdef World child
    cdef Legal legal
    cdef int32_t found[MAX_PLAYERS]
    cdef int64_t best = 0, value
    cdef int count = expand(probe, world, depth, used, &legal, sums), seat, place
    cdef uint32_t action
    if not count:
        return
    seat = seat_to_play(world)
    for place in range(count - 1, -1, -1):
        action = take_at(&legal, place)
        child = world[0]
        play_taken(&child, &legal, action)
        each_for_itself(probe, &child, depth - 1, used + count, found)
        value = worth_of(probe, seat, found)
        if place == count - 1 or value > best:
            best = value
            memcpy(sums, found, probe.players * sizeof(int32_t))


cdef struct Found:
    # Of one action, over worlds: utilities, times the playouts.
    int64_t sum
    int64_t squares
    uint32_t action


cdef inline int search_world(Probe *probe, const World *world, uint64_t max_nodes, bint is_duel,
                             Found *found) noexcept nogil:
    """Search each action of a world. Returns how many there are."""
    cdef World child
    cdef Legal legal
    cdef int32_t sums[MAX_PLAYERS]
    cdef int64_t value
    cdef int count = find_legal(world, &legal, &probe.lists, 0), place
    if count < 0:
        probe.failed = TOO_MANY
    for place in range(count - 1, -1, -1):
        found[place].action = take_at(&legal, place)
        child = world[0]
        play_taken(&child, &legal, found[place].action)
        probe.nodes = max_nodes
        if is_duel:
            value = duel(probe, &child, probe.depth, count, INT64_MIN, INT64_MAX)
        else:
            each_for_itself(probe, &child, probe.depth, count, sums)
            value = worth_of(probe, probe.seat, sums)
        found[place].sum += value
        found[place].squares += value * value
        if probe.failed:
            break
    return count


def search_worlds(Lanes lanes not None, int seat, list weights not None, bint is_duel, uint64_t begin, uint64_t end,
                  uint64_t seed, int depth, int exact, int playouts, uint64_t max_nodes):
    """Search worlds number `begin` to `end` - 1, of a seed, that `seat` of lane 0 must reckon with.

    Returns 0, or what failed, and for each action, in canonical order, its number and the sums of its utilities and
    of their squares, both of them as sums over playouts. Raises what a signal handler raises.
    """
    cdef Probe probe
    cdef World world
    cdef Found *found
    cdef uint64_t i
    cdef int count = 0
    need(0 < playouts <= (1 << 10) and 0 <= depth <= MOST_PLIES and 0 <= exact <= MOST_PLIES)
    memset(&probe, 0, sizeof(Probe))
    probe.players = num_players(&lanes.c_rules)
    need(0 <= seat < probe.players)
    fill_utilities(&probe.utilities, weights, probe.players)
    probe.seat = seat
    probe.horizon = horizon_of(&lanes.lanes[0])
    probe.depth = depth
    probe.exact = exact
    probe.playouts = playouts
    probe.work_to_look = WORK_PER_LOOK
    found = <Found *> calloc(MOST_LEGAL, sizeof(Found))
    try:
        if open_scratch(&probe.lists) or open_scratch(&probe.scratch) or not found:
            raise MemoryError("no room for a search")
        with nogil:
            for i in range(begin, end):
                rng_seed(&probe.rng, seed, i)
                if draw_world(&world, &lanes.lanes[0], &lanes.c_rules, seat, &probe.rng) < 0:
                    probe.failed = NO_MEMORY
                else:
                    count = search_world(&probe, &world, max_nodes, is_duel, found)
                if probe.failed:
                    break
        if probe.failed == INTERRUPTED:
            propagate()
        return probe.failed, [(found[j].action, found[j].sum, found[j].squares)
                              for j in range(0 if probe.failed else count)]
    finally:
        close_scratch(&probe.lists)
        close_scratch(&probe.scratch)
        free(found)
