# The native loops over whole games: playouts, perft, search. Included by `_engine_base.pyx` and
# `_engine_bmi2.pyx`, which are the same code built for any processor and for those with BMI2.
#
# Each entry point copies the position it is given, releases the GIL, and looks for Ctrl-C now
# and then.

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from cabbage cimport _las_vegan as lv
from cabbage._bits cimport lowest_bit, popcount
from cabbage._core cimport Round, fill_rules
from cabbage._las_vegan cimport LasVegan, RoundRules
from cabbage._las_vegan_playouts cimport play_out
from cabbage._rng cimport FIRST_PLAYOUT_STREAM, Rng, rng_next, rng_seed

from cabbage import errors


cdef extern from "Python.h":
    # Declared without `except`: what it raised stays set until `propagate`, behind the nogil code.
    int check_signals_quietly "PyErr_CheckSignals"() noexcept


cdef extern from *:
    const uint64_t NO_LIMIT "UINT64_MAX"


cdef enum:
    NODES_PER_POLL = 1 << 17        # some milliseconds of work between looks for Ctrl-C
    PLAYOUTS_PER_POLL = 1 << 12
    INFINITE = 1 << 30              # beyond every score


cdef Round own(Round state):
    """A copy that no other thread can play on meanwhile."""
    return state.copy()


cdef bint interrupted() noexcept with gil:
    """Whether a signal handler raised; its exception is then set and waits for `propagate`."""
    return check_signals_quietly() != 0


cdef int propagate() except -1:
    """Raise the exception that `interrupted` found."""
    return -1


cdef struct Progress:
    # How a walk over positions stands.
    uint64_t nodes
    uint64_t max_nodes
    int64_t nodes_to_poll           # until the next look for Ctrl-C
    bint stopped                    # out of nodes, out of room, or interrupted
    bint was_interrupted


cdef inline void begin(Progress *progress, uint64_t max_nodes) noexcept:
    progress.nodes = 0
    progress.max_nodes = max_nodes
    progress.nodes_to_poll = NODES_PER_POLL
    progress.stopped = progress.was_interrupted = False


cdef inline bint count_node(Progress *progress) noexcept nogil:
    """Counts a node; False when the walk must stop."""
    if progress.nodes == progress.max_nodes:
        progress.stopped = True
    progress.nodes += 1
    progress.nodes_to_poll -= 1
    if progress.nodes_to_poll <= 0:
        progress.nodes_to_poll = NODES_PER_POLL
        if interrupted():
            progress.stopped = progress.was_interrupted = True
    return not progress.stopped


# ---------------------------------------------------------------- random playouts

cdef inline void add_score(const LasVegan *s, int64_t *sums) noexcept nogil:
    cdef int32_t points[lv.MAX_PLAYERS]
    cdef int seat
    lv.score(s, points)
    for seat in range(s.num_players):
        sums[seat] += points[seat]


cdef int64_t many_playouts(const LasVegan *start, const RoundRules *rules, uint64_t seed,
                           uint64_t first, uint64_t count, int64_t *sums) noexcept nogil:
    """Playouts number `first` to `first + count - 1` of a seed: from `start`, or where `rules`
    is given each from a deal of its own. Returns the number of actions."""
    cdef LasVegan s
    cdef Rng rng
    cdef uint64_t i
    cdef int64_t actions = 0
    for i in range(first, first + count):
        rng_seed(&rng, seed, FIRST_PLAYOUT_STREAM + i)
        if rules:
            lv.deal(&s, rules, rng_next(&rng), 0, 0)
        else:
            s = start[0]
        actions += play_out(&s, &rng)
        add_score(&s, sums)
    return actions


cdef tuple run_playouts(const LasVegan *start, const RoundRules *rules, int players,
                        uint64_t count, uint64_t seed):
    cdef int64_t sums[lv.MAX_PLAYERS]
    cdef int64_t actions = 0
    cdef uint64_t done = 0, batch
    for i in range(lv.MAX_PLAYERS):
        sums[i] = 0
    while done < count:
        batch = min(count - done, <uint64_t>PLAYOUTS_PER_POLL)
        with nogil:
            actions += many_playouts(start, rules, seed, done, batch, sums)
        done += batch
        PyErr_CheckSignals()
    return actions, [sums[i] for i in range(players)]


def playouts(Round state not None, uint64_t count, uint64_t seed):
    """Play `count` random games from `state` to the end of the round.

    Returns the number of actions played and each seat's sum of changes in cabbages. Playout i
    draws from a stream of its own of `seed`.
    """
    cdef LasVegan start = own(state).state
    return run_playouts(&start, NULL, start.num_players, count, seed)


def dealt_playouts(rules, uint64_t count, uint64_t seed):
    """As `playouts`, but each of the `count` rounds is shuffled and dealt first, under `rules`."""
    cdef RoundRules c
    fill_rules(&c, rules)
    return run_playouts(NULL, &c, c.num_players, count, seed)


# ---------------------------------------------------------------- perft

cdef inline uint64_t count_actions(const LasVegan *s) noexcept nogil:
    """Lines of one action: a finished round counts its one line."""
    cdef uint64_t mask = lv.legal_mask(s)
    return popcount(mask) if mask else 1


cdef inline uint64_t count_last_trick(LasVegan *s, int depth, Progress *walk) noexcept nogil:
    """`count_lines` where each seat is about to play its last card; changes `s`.

    All its cards are forced, and who wins it makes no difference to the count: only the decisions
    on its sevens open lines.
    """
    cdef uint64_t cards = 0
    cdef int seat
    for seat in range(s.num_players):
        cards |= s.hands[seat]
        s.hands[seat] = 0
    if depth <= s.num_players:
        return 1
    lv.collect_trick(s, s.leader, cards)
    return count_lines(s, depth - s.num_players, walk) if s.to_place else 1


cdef uint64_t count_lines(LasVegan *s, int depth, Progress *walk) noexcept nogil:
    """Lines of `depth` actions, 1 or more, from `s`, which is left as it was.

    Bulk-counts the last ply. A card that leaves the trick open is laid and picked up again; what
    ends a trick, and a token, is played on a copy.
    """
    cdef LasVegan child
    cdef uint64_t mask, cards, lines = 0
    cdef int seat
    if depth == 1:
        return count_actions(s)
    mask = lv.legal_mask(s)
    if not mask:
        return 1
    if not count_node(walk):
        return 0
    if s.to_place or s.trick_len + 1 == s.num_players:
        while mask:
            child = s[0]
            lv.play(&child, lowest_bit(mask), False)
            cards = child.hands[child.leader]
            if cards and not cards & (cards - 1) and not child.to_place:
                lines += count_last_trick(&child, depth - 1, walk)
            else:
                lines += count_lines(&child, depth - 1, walk)
            mask &= mask - 1
        return lines
    seat = lv.current_player(s)
    while mask:
        lv.lay_card(s, seat, lowest_bit(mask), False)
        lines += count_actions(s) if depth == 2 else count_lines(s, depth - 1, walk)
        lv.pick_up_card(s, seat, False)
        mask &= mask - 1
    return lines


def perft(Round state not None, int depth):
    """The number of sequences of `depth` legal actions from `state`; `depth` is not below 0."""
    cdef LasVegan s = own(state).state
    cdef Progress walk
    cdef uint64_t lines
    if depth == 0:
        return 1
    begin(&walk, NO_LIMIT)
    with nogil:
        lines = count_lines(&s, depth, &walk)
    if walk.stopped:
        propagate()
    return lines


def divide(Round state not None, int depth):
    """`perft` of each legal action, as a dict; `depth` is at least 1."""
    cdef LasVegan s
    cdef Progress walk
    cdef uint64_t lines
    counts = {}
    state = own(state)
    begin(&walk, NO_LIMIT)
    for action in state.legal_moves():
        s = state.state
        lv.play(&s, action, False)
        with nogil:
            lines = count_lines(&s, depth - 1, &walk) if depth > 1 else 1
        if walk.stopped:
            propagate()
        counts[action] = lines
    return counts


# ---------------------------------------------------------------- exact search

cdef struct Search:
    LasVegan state
    uint16_t entries[lv.MAX_PLAYERS + lv.MAX_PLIES]
    Progress progress
    int seat                        # the seat whose change in cabbages is searched


cdef int alpha_beta(Search *search, int ply, int alpha, int beta) noexcept nogil:
    """The searched seat's final change in cabbages if it maximises and all others minimise.

    Exact inside (alpha, beta), a bound outside it (fail-soft). Source: D. Knuth, R. Moore, "An
    analysis of alpha-beta pruning" (1975).
    """
    cdef LasVegan *s = &search.state
    cdef int32_t points[lv.MAX_PLAYERS]
    cdef uint64_t mask = lv.legal_mask(s)
    cdef bint maximising = lv.current_player(s) == search.seat
    cdef int best = -INFINITE if maximising else INFINITE
    cdef int action, value
    if not count_node(&search.progress):
        return 0
    if not mask:
        lv.score(s, points)
        return points[search.seat]
    while mask:
        action = lowest_bit(mask)
        mask &= mask - 1
        search.entries[ply] = lv.record(s, action)
        lv.play(s, action, False)
        value = alpha_beta(search, ply + 1, alpha, beta)
        lv.undo(s, &search.entries[ply], False)
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta or search.progress.stopped:
            break
    return best


def search_paranoid(Round state not None, uint64_t max_nodes):
    """The exact value of every legal action for the seat to move, all others against it.

    Returns a dict from action to that seat's final change in cabbages, and the number of nodes.
    Raises NodeBudgetError when `max_nodes` are not enough.
    """
    cdef Search search
    cdef int action, value, ply
    values = {}
    state = own(state)
    ply = state.end
    search.state = state.state
    memcpy(search.entries, state.entries, sizeof(search.entries))
    begin(&search.progress, max_nodes)
    search.seat = lv.current_player(&search.state)
    for action in state.legal_moves():
        search.entries[ply] = lv.record(&search.state, action)
        lv.play(&search.state, action, False)
        with nogil:
            value = alpha_beta(&search, ply + 1, -INFINITE, INFINITE)
        lv.undo(&search.state, &search.entries[ply], False)
        if search.progress.was_interrupted:
            propagate()
        if search.progress.stopped:
            raise errors.NodeBudgetError(
                f"{max_nodes} nodes are not enough for {len(state.legal_moves())} actions; "
                f"{len(values)} are solved")
        values[action] = value
    return values, search.progress.nodes


include "_engine_krypkasino.pxi"
include "_engine_verbs.pxi"
