# Krypkasino: the search in which each side plays for itself. Included by `_prover_krypkasino.pxi`.
#
# Whoever is to move plays what brings its own side most; among several such moves the first in canonical
# order, whatever that does to the others. So nothing may be merged here that has a place in that order: cards
# that are alike are told apart. What is never moved again, and what has been made, is left out of keys.

cdef enum:
    DEAL_MEMO_BUCKET = 4


cdef struct DealVector:
    int16_t values[kk.MAX_PLAYERS + 1]      # of each side, and of nobody


cdef struct DealMemo:
    uint64_t words[4]
    DealVector vector                   # what is still to come
    uint16_t work                   # 0 for an empty entry


cdef struct DealMaxnSearch:
    DealSearch x                    # move lists, budget and plan; it has no table
    DealMemo *memo
    uint64_t buckets
    int num_sides
    uint8_t sides[kk.MAX_PLAYERS + 1]       # of each seat, and of nobody


cdef inline DealVector made_by_sides(const DealMaxnSearch *m, const Krypkasino *s) noexcept nogil:
    cdef int32_t points[kk.MAX_PLAYERS]
    cdef DealVector made
    cdef int seat
    memset(points, 0, sizeof(points))
    memset(&made, 0, sizeof(made))
    kk.score(s, points)
    for seat in range(s.num_players):
        made.values[m.sides[seat]] -= <int16_t>points[seat]
    return made


cdef inline DealMemo *deal_memo_place(const DealMaxnSearch *m, const Krypkasino *s, const Places *places,
                                      uint64_t *words, bint *found) noexcept nogil:
    """The words of a position's key; its entry, or the one to replace."""
    cdef Outlook o = keys.look_out(s)
    cdef uint64_t dead = keys.dead_cards(&o, s), hash
    cdef int capturer = m.sides[s.last_capturer], i
    cdef Cards lying
    cdef DealMemo *entry
    cdef DealMemo *least
    if keys.captures_again(&o, &m.x.plan.batches[keys.batch_of(m.x.plan, s)], s):
        capturer = kk.NOBODY + 1
    lying.one = s.table.cards.one & dead
    lying.two = s.table.cards.two & dead
    words[0] = ((s.table.cards.one & ~dead) | <uint64_t>s.stock_left << 52 | <uint64_t>capturer << 59
                | <uint64_t>(dead != 0) << 62 | <uint64_t>(s.last_player == kk.NOBODY) << 63)
    words[1] = ((s.table.cards.two & ~dead)
                | <uint64_t>(kk.card_points(&s.aside) + kk.card_points(&lying)) << 52)
    words[2] = places.low
    words[3] = places.high
    hash = mix(mix(mix(mix(words[0] + 1) + words[1]) + words[2]) + words[3])
    least = entry = m.memo + DEAL_MEMO_BUCKET * (((hash >> 32) * m.buckets) >> 32)
    for i in range(DEAL_MEMO_BUCKET):
        found[0] = entry.work and ((entry.words[0] ^ words[0]) | (entry.words[1] ^ words[1])
                                   | (entry.words[2] ^ words[2]) | (entry.words[3] ^ words[3])) == 0
        if found[0]:
            return entry
        if entry.work < least.work:
            least = entry
        entry += 1
    return least


cdef DealVector deal_maxn(DealMaxnSearch *m, Krypkasino *s, const Places *places, int used,
                          const DealVector *made) noexcept nogil:
    """What is still to come for each side. When the search has stopped, nothing is said."""
    cdef kk.Entry entries[kk.ENTRIES_A_PLAY]
    cdef DealSearch *x = &m.x
    cdef uint64_t words[4]
    cdef uint64_t nodes = x.progress.nodes
    cdef DealVector best, value, after
    cdef Places left
    cdef DealMemo *place
    cdef bint found = False, tabled = x.features & USES_TABLE
    cdef int batch = keys.batch_of(x.plan, s), seat = s.current_player, own = m.sides[s.current_player]
    cdef int count, i, j, steps
    memset(&best, 0, sizeof(best))
    if not count_node(&x.progress):
        return best
    if tabled:
        place = deal_memo_place(m, s, places, words, &found)
        if found:
            return place.vector
    count = kk.list_moves(s, x.moves + used, x.scratch, min(<int>kk.MAX_MOVES, ARENA_MOVES - used), True)
    if count < 0:
        x.progress.stopped = x.was_full = True
        return best
    if count > SHORT_LIST:
        x.progress.nodes_to_look -= count
    for i in range(used, used + count):
        left = keys.leave_place(places[0], keys.span_of(x.plan, batch, seat, x.moves[i].card))
        steps = kk.play(s, &x.moves[i], entries, False)
        after = made[0]
        if x.moves[i].taken.one or s.ended:
            after = made_by_sides(m, s)
        if s.ended:
            count_node(&x.progress)
            memset(&value, 0, sizeof(value))
        else:
            if steps > 1:
                left = x.plan.batches[batch + 1].places
            value = deal_maxn(m, s, &left, used + count, &after)
        kk.undo(s, &entries[steps - 1])
        if x.progress.stopped:
            return best
        for j in range(m.num_sides):
            value.values[j] += after.values[j] - made.values[j]
        if i == used or value.values[own] > best.values[own]:
            best = value
    if tabled:
        # The search may have filled the place meanwhile.
        place = deal_memo_place(m, s, places, words, &found)
        memcpy(place.words, words, sizeof(words))
        place.vector = best
        place.work = <uint16_t>work_of(x.progress.nodes - nodes + 1)
    return best


@cython.final
cdef class DealMaxn:
    """What each side makes of a deal when each plays for itself.

    `sides` are tuples of seats. Positions given later are the root, `state`, or come after it. With two sides
    what one wins the other loses, and `table` serves the search for their margin; with more it only says
    how much memory may be used.
    """
    cdef DealOrigin origin
    cdef DealProver prover          # of two sides
    cdef tuple sides
    cdef int features
    cdef int megabytes
    cdef DealMemo *memo
    cdef object guard               # held by who uses the memo

    def __cinit__(self, Deal state not None, sides, TranspositionTable table not None, int features=-1):
        self.sides = checked_sides(sides, state.num_players)
        self.features = features
        self.megabytes = table.megabytes
        self.guard = Lock()
        players = state.num_players
        self.origin = DealOrigin(state, [0] * players, True)
        if len(self.sides) == 2:
            self.prover = DealProver(state, [1 if seat in self.sides[0] else -1 for seat in range(players)],
                                     table, features)

    def __dealloc__(self):
        free(self.memo)

    def close(self):
        """Let searches of other deals use the table."""
        if self.prover is not None:
            self.prover.close()

    cdef object sum_of_two(self, Krypkasino *s, DealSearch *x):
        """What two sides will have together at the end, if that is certain, else None."""
        cdef Outlook o = keys.look_out(s)
        cdef int total = -deal_points_to_come(s) - s.bonus, seat
        cdef int32_t points[kk.MAX_PLAYERS]
        if s.last_capturer == kk.NOBODY and not keys.captures_again(&o, &self.origin.plan.batches[
                keys.batch_of(&self.origin.plan, s)], s):
            return None
        memset(points, 0, sizeof(points))
        kk.score(s, points)
        for seat in range(s.num_players):
            total -= points[seat]
        if s.last_player == kk.NOBODY and not s.flags & kk.CREDIT_DEALER:
            # A sweep by the first card is charged and credited to nobody; it is compulsory.
            if kk.list_moves(s, x.moves, x.scratch, kk.MAX_MOVES, False) < 0:
                return None
            if kk.is_sweep(s, &x.moves[0].taken):
                total -= kk.sweep_points(s)
        return total

    cdef object solve_two(self, Deal state, int total, uint64_t max_nodes, poll):
        """Bisect the margin, from a guess on in growing steps."""
        cdef object lower, upper, low, high, bound, nodes = 0, step = 4, used
        lower, upper = self.prover.bounds(state)
        bound = self.prover.guess(state)
        while lower < upper:
            bound = min(max(bound, lower + 1), upper)
            asked = None if poll is None else lambda more, before=nodes: poll(before + more)
            low, high, used = self.prover.at_least(state, bound, max_nodes - nodes, asked)
            nodes += used
            lower, upper = max(lower, low), min(upper, high)
            if low < bound <= high:
                return None, nodes
            bound = lower + step if low >= bound else upper + 1 - step
            step *= 2
            if not lower < bound <= upper:
                bound = (lower + upper + 1) // 2
        return ((total + lower) // 2, (total - lower) // 2), nodes

    def solve(self, Deal state not None, max_nodes, poll=None):
        """Each side's utility at the end, and how many nodes it took; None where the search was stopped."""
        cdef Krypkasino s
        cdef DealMaxnSearch m
        cdef Places places
        cdef DealVector made, value
        cdef Watch watch = Watch()
        cdef bint shared = self.guard.acquire(False)
        s = (<Deal>state.copy()).state
        memset(&m, 0, sizeof(m))
        try:
            if not keys.place_position(&self.origin.plan, &s, &places):
                raise ValueError("the position is not the root, nor one that comes after it")
            m.num_sides = len(self.sides)
            for side in range(m.num_sides):
                for seat in self.sides[side]:
                    m.sides[seat] = side
            m.sides[kk.NOBODY] = kk.MAX_PLAYERS
            made = made_by_sides(&m, &s)
            if s.ended:
                return tuple([made.values[side] for side in range(m.num_sides)]), 0
            open_deal_search(&m.x, &self.origin.plan, None, self.features, 0)
            if self.prover is not None:
                total = self.sum_of_two(&s, &m.x)
                if total is not None:
                    return self.solve_two(state, total, min(max_nodes, 2**63 - 1), poll)
            m.buckets = <uint64_t>self.megabytes * ((1 << 20) // (DEAL_MEMO_BUCKET * sizeof(DealMemo)))
            m.memo = self.memo if shared else NULL
            if not m.memo:
                m.memo = <DealMemo *>calloc(m.buckets * DEAL_MEMO_BUCKET, sizeof(DealMemo))
                if not m.memo:
                    raise MemoryError(f"no memory for {self.megabytes} megabytes of positions")
                if shared:
                    self.memo = m.memo
            watch.poll = poll
            begin(&m.x.progress, watch, min(max_nodes, 2**63 - 1))
            with nogil:
                value = deal_maxn(&m, &s, &places, 0, &made)
            check_deal_search(&m.x, watch)
            if m.x.progress.stopped:
                return None, m.x.progress.nodes
            return tuple([made.values[side] + value.values[side] for side in range(m.num_sides)]), m.x.progress.nodes
        finally:
            close_deal_search(&m.x)
            if shared:
                self.guard.release()
            else:
                free(m.memo)
