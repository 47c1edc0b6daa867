# Las Vegan: RoundProver, and what it shares with RoundMaxn. Included by `_prover.pxi`.

from cabbage._core cimport Round


cdef class RoundOrigin:
    """What keys of rounds take for granted: what is played for, and who was dealt which cards."""
    cdef readonly tuple setting
    cdef readonly tuple hands

    def __init__(self, tuple setting, tuple hands):
        self.setting = setting
        self.hands = hands

    def continues(self, other):
        """Whether keys mean the same from `other`: all cards in hands are where they are there."""
        if type(other) is not RoundOrigin or other.setting != self.setting:
            return False
        return all(mine & ~theirs == 0 for mine, theirs in zip(self.hands, other.hands, strict=True))


cdef RoundOrigin origin_of(const LasVegan *s, tuple purpose):
    cdef int i
    return RoundOrigin(
        (purpose, s.num_players, s.flags, s.golden_value, tuple([s.casino[i] for i in range(lv.CASINO_CARDS)]),
         tuple([s.token_values[i] for i in range(s.num_tokens)])),
        tuple([s.hands[i] for i in range(s.num_players)]),
    )


cdef class RoundRoot:
    """What RoundProver and RoundMaxn share: a root, and a table that is theirs until `close`."""
    cdef RoundOrigin origin
    cdef tuple purpose
    cdef TranspositionTable table
    cdef int features
    cdef object guard
    cdef bint is_open

    cdef int open_root(self, Round state, tuple purpose, TranspositionTable table, int features) except -1:
        self.purpose = purpose
        self.features = features
        self.guard = RLock()
        self.origin = origin_of(&state.state, purpose)
        table.enter(self.origin)
        self.table = table
        self.is_open = True
        return 0

    def __dealloc__(self):
        if self.is_open:
            self.table.leave()

    def close(self):
        """Leave the table to others. The object is of no use afterwards; searches that run go on."""
        with self.guard:
            if self.is_open:
                self.is_open = False
                self.table.leave()

    cdef int take(self, Round state, Position *p) except -1:
        """Copy a later position of the root."""
        state = state.copy()
        if not self.is_open:
            raise errors.CabbageError("the search is closed")
        if not origin_of(&state.state, self.purpose).continues(self.origin):
            raise errors.CabbageError("the position is no later one of the root of the search")
        memset(p, 0, sizeof(Position))
        p.s = state.state
        return 0


cdef class RoundMemory:
    """The memory of a search, for one search at a time."""
    cdef Memory memory
    cdef Child *children
    cdef bint is_taken

    def __cinit__(self):
        memset(&self.memory, 0, sizeof(Memory))
        self.memory.hints = <uint8_t *>calloc(1 << HINT_BITS, 1)
        self.children = <Child *>malloc(CHILDREN * sizeof(Child))
        if not self.memory.hints or not self.children:
            raise MemoryError("no memory for a search")

    def __dealloc__(self):
        free(self.memory.hints)
        free(self.children)


@cython.final
cdef class RoundProver(RoundRoot):
    """Proves bounds on the weighted sum of all seats' final results, in cabbages.

    state: the root; its later positions can be asked about. weights: +1, 0 or -1 for each seat; seats of
    +1 maximise, all others minimise. table: this prover's while it lives. features: a mask of USES_...;
    values never depend on it. May be used by several threads at a time.
    """
    cdef Goal goal
    cdef dict memories

    def __cinit__(self, Round state not None, weights, TranspositionTable table not None, int features=-1):
        cdef int numbers[lv.MAX_PLAYERS]
        cdef int seat
        weights = list(weights)
        check_weights(weights, state.state.num_players)
        for seat in range(state.state.num_players):
            numbers[seat] = weights[seat]
        set_goal(&self.goal, &state.state, numbers)
        self.goal.by_order = self.goal.by_order and features & USES_ORDER_KEYS
        self.memories = {}
        # Keys of the two kinds must not meet in one table.
        self.open_root(state, (tuple(weights), bool(self.goal.by_order)), table, features)

    def bounds(self, Round state not None):
        """Bounds on the utility of the end, without search."""
        cdef Position p
        cdef int lower, upper
        self.take(state, &p)
        find_bounds(&self.goal, &p, cards_left(&p.s) | open_cards(&p.s), NULL, &lower, &upper)
        return lower, upper

    def guess(self, Round state not None):
        """A utility to ask about first. Tokens mostly cost: one seat against all others ends nearer to
        its lower bound."""
        lower, upper = self.bounds(state)
        return min(upper, lower * 3 // 5) if self.goal.least_weight >= 0 else (lower + upper) // 2

    def best_first(self, Round state not None):
        """The legal actions, the one that decided last here first, then those that decide often."""
        cdef Position p
        cdef RoundMemory memory = self.memories.get(0)
        cdef Search search
        cdef Scene scene
        actions = state.legal_moves()
        if memory is None:
            return list(actions)
        self.take(state, &p)
        search.goal = self.goal
        search.memory = &memory.memory
        scene = scene_of(&self.goal, &p)
        hint = memory.memory.hints[scene.place] - 1
        scores = {action: score_of(&search, &scene, action) for action in actions}
        return sorted(actions, key=lambda action: (action != hint, -scores[action]))

    cdef RoundMemory take_memory(self, int order):
        """The memory of searches in an order, or a new one where another thread is using that."""
        cdef RoundMemory memory
        with self.guard:
            memory = self.memories.get(order)
            if memory is None or memory.is_taken:
                memory = RoundMemory()
                self.memories.setdefault(order, memory)
            memory.is_taken = True
        return memory

    def at_least(self, Round state not None, int bound, uint64_t max_nodes, poll=None, int order=0):
        """Whether the utility of the end is at least `bound`: proven bounds, and the nodes it took.

        Returns (lower, upper, nodes); undecided where `max_nodes` ran out or `poll(nodes)`, which is
        called every few milliseconds, returned true. Raises what `poll` raises. order: another number
        is another memory of what to try first, for threads that share the table. They begin with what
        they know of each other's results; to try the worst first instead, they would search twice as much.
        """
        cdef Search search
        cdef Child *root
        cdef Watch watch = Watch()
        cdef RoundMemory memory = self.take_memory(order)
        cdef int value, lower, upper
        self.table.enter(self.origin)
        try:
            root = memory.children
            self.take(state, &root.p)
            find_bounds(&self.goal, &root.p, cards_left(&root.p.s) | open_cards(&root.p.s), NULL, &lower, &upper)
            if lower >= bound or upper < bound:
                return lower, upper, 0
            watch.poll = poll
            begin(&search.progress, watch, max_nodes)
            search.goal = self.goal
            search.slots = self.table.slots
            search.memory = &memory.memory
            search.free_children = root + 1
            search.features = self.features
            with nogil:
                if root.p.s.trick_len:
                    count_node(&search.progress)
                    value = search_cards(&search, &root.p, bound)
                else:
                    value = search_child(&search, root, bound, True)
            finish(watch)
        finally:
            self.table.leave()
            memory.is_taken = False
        if search.progress.stopped:
            return lower, upper, search.progress.nodes
        if value >= bound:
            return max(value, lower), upper, search.progress.nodes
        return lower, min(value, upper), search.progress.nodes
