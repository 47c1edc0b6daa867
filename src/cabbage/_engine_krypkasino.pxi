# The native loops over whole deals of Krypkasino. Included by `_engine.pxi`.

from cabbage cimport _krypkasino as kk
from cabbage._deal cimport Deal
from cabbage._deal cimport fill_rules as fill_deal_rules
from cabbage._krypkasino cimport DealRules, Entry, Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards
from cabbage._krypkasino_playouts cimport play_out_deal


cdef enum:
    # Move lists of all plies of a search together; positions on the way are what counts, and
    # ordinary ones have ten moves or fewer.
    ARENA_MOVES = 1 << 18


cdef Deal own_deal(Deal state):
    """A copy that no other thread can play on meanwhile."""
    return state.copy()


cdef struct Room:
    # Memory for move lists, and how a walk over deals stands.
    Move *moves
    Cards *scratch
    Progress progress
    bint was_full                   # more captures than there is room for


cdef int open_room(Room *room) except -1:
    room.moves = <Move *> malloc(ARENA_MOVES * sizeof(Move))
    room.scratch = <Cards *> malloc(2 * kk.MAX_MOVES * sizeof(Cards))
    room.was_full = False
    begin(&room.progress, NO_LIMIT)
    if not (room.moves and room.scratch):
        close_room(room)
        raise MemoryError("no room for move lists")
    return 0


cdef void close_room(Room *room) noexcept:
    free(room.moves)
    free(room.scratch)


cdef int check_room(Room *room) except -1:
    """Raise what stopped a walk, if anything but its budget did."""
    if room.progress.was_interrupted:
        propagate()
    if room.was_full:
        raise errors.TooManyCapturesError(
            f"a position on the way has more than {kk.MAX_MOVES} captures or is too complicated, or "
            f"the moves of all plies together are more than {ARENA_MOVES}")
    return 0


cdef inline int list_in(Room *room, const Krypkasino *s, int used, bint ordered) noexcept nogil:
    """List the moves of a position behind the `used` ones of the plies before it."""
    cdef int count = kk.list_moves(
        s, room.moves + used, room.scratch, min(<int>kk.MAX_MOVES, ARENA_MOVES - used), ordered)
    if count < 0:
        room.progress.stopped = room.was_full = True
        return 0
    room.progress.nodes_to_poll -= count     # a long list is as much work as many nodes
    return count


# ---------------------------------------------------------------- random playouts

cdef int64_t many_deal_playouts(const Krypkasino *start, const DealRules *rules, uint64_t seed,
                                uint64_t first, uint64_t count, int64_t *sums, Room *room) noexcept nogil:
    """Playouts number `first` to `first + count - 1`, as `many_playouts` of Las Vegan."""
    cdef Krypkasino s
    cdef Rng rng
    cdef int32_t points[kk.MAX_PLAYERS]
    cdef int64_t plays = 0
    cdef uint64_t i
    cdef int seat, played
    for i in range(first, first + count):
        rng_seed(&rng, seed, FIRST_PLAYOUT_STREAM + i)
        if rules:
            kk.deal(&s, rules, rng_next(&rng), 0, 0)
        else:
            s = start[0]
        played = play_out_deal(&s, &rng, room.moves, room.scratch)
        if played < 0:
            room.was_full = True
            return plays
        plays += played
        kk.score(&s, points)
        for seat in range(s.num_players):
            sums[seat] += points[seat]
    return plays


cdef tuple run_deal_playouts(const Krypkasino *start, const DealRules *rules, int players,
                             uint64_t count, uint64_t seed):
    cdef int64_t sums[kk.MAX_PLAYERS]
    cdef int64_t plays = 0
    cdef uint64_t done = 0, batch
    cdef Room room
    for i in range(kk.MAX_PLAYERS):
        sums[i] = 0
    open_room(&room)
    try:
        while done < count:
            batch = min(count - done, <uint64_t>(PLAYOUTS_PER_POLL // 8))
            with nogil:
                plays += many_deal_playouts(start, rules, seed, done, batch, sums, &room)
            check_room(&room)
            done += batch
            PyErr_CheckSignals()
    finally:
        close_room(&room)
    return plays, [sums[i] for i in range(players)]


def deal_playouts(Deal state not None, uint64_t count, uint64_t seed):
    """`playouts` for a deal of Krypkasino: the plays, and each seat's sum of points."""
    cdef Krypkasino start = own_deal(state).state
    return run_deal_playouts(&start, NULL, start.num_players, count, seed)


def dealt_deal_playouts(rules, uint64_t count, uint64_t seed):
    """As `deal_playouts`, but each of the `count` deals is shuffled and dealt first."""
    cdef DealRules c
    fill_deal_rules(&c, rules)
    return run_deal_playouts(NULL, &c, c.num_players, count, seed)


# ---------------------------------------------------------------- perft

cdef uint64_t count_deal_lines(Krypkasino *s, int depth, int used, Room *room) noexcept nogil:
    """Lines of `depth` plays, 1 or more, from `s`, which is left as it was. Bulk-counts the last."""
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef uint64_t lines = 0
    cdef int count, i, steps
    if s.ended:
        return 1
    if depth == 1:
        count = kk.count_moves(s, room.scratch, kk.MAX_MOVES)
        if count < 0:
            room.progress.stopped = room.was_full = True
            return 0
        room.progress.nodes_to_poll -= count
        return count
    count = list_in(room, s, used, False)
    for i in range(count):
        if not count_node(&room.progress):
            return 0
        steps = kk.play(s, &room.moves[used + i], entries, False)
        lines += count_deal_lines(s, depth - 1, used + count, room)
        kk.undo(s, &entries[steps - 1])
    return lines


def deal_perft(Deal state not None, int depth):
    """The number of sequences of `depth` plays from `state`; `depth` is not below 0."""
    cdef Krypkasino s = own_deal(state).state
    cdef Room room
    cdef uint64_t lines
    if depth == 0:
        return 1
    open_room(&room)
    try:
        with nogil:
            lines = count_deal_lines(&s, depth, 0, &room)
        check_room(&room)
    finally:
        close_room(&room)
    return lines


cdef int list_roots(Room *room, const Krypkasino *s) except -1:
    """List the legal moves of the position at the root, in canonical order."""
    cdef int count = 0 if s.ended else list_in(room, s, 0, True)
    check_room(room)
    return count


cdef inline object root_number(const Move *move):
    return move.card + kk.NUM_CARDS * move.index


def deal_divide(Deal state not None, int depth):
    """`deal_perft` of each legal move, as a dict; `depth` is at least 1."""
    cdef Krypkasino s = own_deal(state).state
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef Room room
    cdef uint64_t lines
    cdef int count, i, steps
    counts = {}
    open_room(&room)
    try:
        count = list_roots(&room, &s)
        for i in range(count):
            with nogil:
                steps = kk.play(&s, &room.moves[i], entries, False)
                lines = count_deal_lines(&s, depth - 1, count, &room) if depth > 1 else 1
                kk.undo(&s, &entries[steps - 1])
            check_room(&room)
            PyErr_CheckSignals()
            counts[root_number(&room.moves[i])] = lines
        return counts
    finally:
        close_room(&room)


# ---------------------------------------------------------------- exact search

cdef int search_deal(Room *room, Krypkasino *s, int used, int side, int alpha, int beta) noexcept nogil:
    """The final points of the seats of mask `side` together if they minimise and all others
    maximise. Exact inside (alpha, beta), a bound outside it (fail-soft)."""
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef int32_t points[kk.MAX_PLAYERS]
    cdef bint minimising = (side >> s.current_player) & 1
    cdef int best = INFINITE if minimising else -INFINITE
    cdef int count, i, steps, value, seat
    if not count_node(&room.progress):
        return 0
    if s.ended:
        kk.score(s, points)
        value = 0
        for seat in range(s.num_players):
            if (side >> seat) & 1:
                value += points[seat]
        return value
    count = list_in(room, s, used, False)
    for i in range(count):
        steps = kk.play(s, &room.moves[used + i], entries, False)
        value = search_deal(room, s, used + count, side, alpha, beta)
        kk.undo(s, &entries[steps - 1])
        if minimising:
            best = min(best, value)
            beta = min(beta, best)
        else:
            best = max(best, value)
            alpha = max(alpha, best)
        if alpha >= beta or room.progress.stopped:
            break
    return best


def search_deal_paranoid(Deal state not None, uint64_t max_nodes):
    """The exact value of every legal move for the side to move, all others against it.

    Returns a dict from move number to that side's final points, and the number of nodes. Raises
    NodeBudgetError when `max_nodes` are not enough.
    """
    cdef Krypkasino s
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef Room room
    cdef int value, seat, side = 0, count, i, steps
    values = {}
    state = own_deal(state)
    s = state.state
    for seats in state.rules.sides:
        if state.current_player in seats:
            for seat in range(state.num_players):
                if seat in seats:
                    side |= 1 << seat
    open_room(&room)
    room.progress.max_nodes = max_nodes
    try:
        count = list_roots(&room, &s)
        for i in range(count):
            with nogil:
                steps = kk.play(&s, &room.moves[i], entries, False)
                value = search_deal(&room, &s, count, side, -INFINITE, INFINITE)
                kk.undo(&s, &entries[steps - 1])
            check_room(&room)
            if room.progress.stopped:
                raise errors.NodeBudgetError(
                    f"{max_nodes} nodes are not enough for {count} moves; {len(values)} are solved")
            values[root_number(&room.moves[i])] = value
        return values, room.progress.nodes
    finally:
        close_room(&room)
