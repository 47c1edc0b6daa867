# Las Vegan: RoundMaxn, each side for itself. Included by `_prover.pxi`.


cdef struct MaxnEntry:
    Key key
    int16_t results[lv.MAX_PLAYERS]     # of each side, less what is paid for certain
    uint16_t work                       # 0 for an empty entry


cdef struct MaxnSearch:
    Search search                   # its goal weighs all seats alike: keys keep what anybody's result depends on
    Goal goals[lv.MAX_PLAYERS]      # of each side
    int side_of[lv.MAX_PLAYERS]
    int num_sides
    MaxnEntry *entries
    uint64_t num_entries            # an even number


cdef MaxnEntry *find_entry(const MaxnSearch *m, const Child *child) noexcept nogil:
    """The entry of a position, or the one to write it to."""
    cdef MaxnEntry *entry = m.entries + 2 * (((child.hash >> 32) * (m.num_entries // 2)) >> 32)
    if entry.work and is_same(&entry.key, &child.key):
        return entry
    if (entry + 1).work and is_same(&(entry + 1).key, &child.key):
        return entry + 1
    return entry if entry.work <= (entry + 1).work else entry + 1


cdef void certain_results(const MaxnSearch *m, const LasVegan *s, int *results) noexcept nogil:
    """What each side is paid for certain, as `find_key` takes it."""
    cdef int side, upper, left = tricks_left(s), paid
    cdef bint is_open = golden_is_open(&m.search.goal, s, 1, &paid)
    for side in range(m.num_sides):
        results[side] = won_so_far(&m.goals[side], s)
        if s.golden_side and not is_open:
            golden_of_any(&m.goals[side], s, s.golden_side, left, &paid, &upper)
            results[side] += paid


cdef void solve_maxn(MaxnSearch *m, const LasVegan *s, bint counted, int *results) noexcept nogil:
    """Each side's result when every seat plays for its side's, and of equal actions takes the first.

    Source: C. Luckhardt, K. Irani, "An algorithmic solution of n-person games" (AAAI 1986). A seat looks no
    further where its side has all it could have: later actions could only be equal (shallow pruning; R. Korf,
    "Multi-player alpha-beta pruning", 1991).
    """
    cdef uint8_t choices[MAX_CHOICES]
    cdef int found[lv.MAX_PLAYERS]
    cdef int base[lv.MAX_PLAYERS]
    cdef Child child
    cdef Child after
    cdef MaxnEntry *entry
    cdef uint64_t mask, before = m.search.progress.nodes
    cdef int seat = lv.current_player(s), side = m.side_of[seat]
    cdef int count, i, j, lower, upper
    cdef bint keyed = not s.trick_len and m.search.features & USES_TABLE
    if counted and not count_node(&m.search.progress):
        return
    if lv.is_terminal(s):
        for i in range(m.num_sides):
            results[i] = final_utility(&m.goals[i], s)
        return
    memset(&child.p, 0, sizeof(Position))
    child.p.s = s[0]
    if keyed:
        find_key(&m.search.goal, NULL, &child)
        certain_results(m, s, base)
        entry = find_entry(m, &child)
        if entry.work and is_same(&entry.key, &child.key):
            for i in range(m.num_sides):
                results[i] = entry.results[i] + base[i]
            return
    upper = UNKNOWN
    if m.search.features & USES_BOUNDS:
        find_bounds(&m.goals[side], &child.p, cards_left(s) | open_cards(s), NULL, &lower, &upper)
    if s.to_place:
        count = 0
        mask = lv.token_mask(s)
        while mask:
            choices[count] = <uint8_t>lowest_bit(mask)
            mask &= mask - 1
            count += 1
    else:
        count = list_cards_to_play(&m.search, &child.p, seat, choices)
    for i in range(count):
        after.p.s = s[0]
        lv.play(&after.p.s, choices[i], False)
        solve_maxn(m, &after.p.s, count > 1, found)
        if m.search.progress.stopped:
            return
        if i == 0 or found[side] > results[side]:
            for j in range(m.num_sides):
                results[j] = found[j]
            if results[side] >= upper:
                break
    if keyed:
        entry = find_entry(m, &child)
        entry.key = child.key
        entry.work = <uint16_t>work_of(m.search.progress.nodes - before + 1)
        for i in range(m.num_sides):
            entry.results[i] = <int16_t>(results[i] - base[i])


@cython.final
cdef class RoundMaxn(RoundRoot):
    """Solves rounds in which each side plays for itself alone.

    sides: the seats of each side, every seat in one. table: a size for the memory of what is solved, which
    is this object's own.
    """
    cdef MaxnSearch maxn

    def __cinit__(self, Round state not None, sides, TranspositionTable table not None, int features=-1):
        cdef int weights[lv.MAX_PLAYERS]
        cdef int seat, side, t
        sides = checked_sides(sides, state.num_players)
        self.maxn.num_sides = len(sides)
        for side in range(self.maxn.num_sides):
            for seat in range(state.state.num_players):
                weights[seat] = 1 if seat in sides[side] else 0
                if weights[seat]:
                    self.maxn.side_of[seat] = side
            set_goal(&self.maxn.goals[side], &state.state, weights)
            self.maxn.goals[side].solo = NOBODY     # what it holds of tricks is not asked for
        for seat in range(state.state.num_players):
            weights[seat] = 1
        set_goal(&self.maxn.search.goal, &state.state, weights)
        self.maxn.search.goal.by_order = False
        # Which of two tokens of one value is placed decides which comes first among the rest.
        for t in range(lv.MAX_TOKENS):
            self.maxn.search.goal.same_token[t] = t
        self.open_root(state, ("maxn", sides), table, features)
        self.maxn.search.features = features
        self.maxn.num_entries = 2 * (<uint64_t>table.megabytes * (1 << 19) // sizeof(MaxnEntry))
        self.maxn.entries = <MaxnEntry *>calloc(self.maxn.num_entries, sizeof(MaxnEntry))
        if not self.maxn.entries:
            raise MemoryError(f"no memory for a search of {table.megabytes} megabytes")

    def __dealloc__(self):
        free(self.maxn.entries)

    def solve(self, Round state not None, uint64_t max_nodes, poll=None):
        """Each side's final result, in the order of `sides`, and the nodes it took; None for the results
        where `max_nodes` ran out or `poll(nodes)` returned true. A second thread waits for the first."""
        cdef Position p
        cdef MaxnSearch search
        cdef Watch watch = Watch()
        cdef int results[lv.MAX_PLAYERS]
        cdef int i
        with self.guard:
            self.take(state, &p)
            search = self.maxn
            watch.poll = poll
            begin(&search.search.progress, watch, max_nodes)
            with nogil:
                solve_maxn(&search, &p.s, True, results)
            finish(watch)
        if search.search.progress.stopped:
            return None, search.search.progress.nodes
        return tuple([results[i] for i in range(search.num_sides)]), search.search.progress.nodes
