# Krypkasino: the prover and what it is rooted in. Included by `_prover.pxi`.

from libc.stdlib cimport calloc, free

from cabbage._deal cimport Deal

from threading import Lock

include "_search_krypkasino.pxi"


# ---------------------------------------------------------------- the root

@cython.final
cdef class DealOrigin:
    """What the keys of a deal take for granted: the cards to come, the rules and the weights."""
    cdef Plan plan

    def __cinit__(self, Deal state not None, weights, bint apart=False):
        cdef Plan *plan = &self.plan
        plan.apart = apart
        plan.root = (<Deal>state.copy()).state
        if len(weights) != plan.root.num_players:
            raise ValueError(f"{len(weights)} weights for {plan.root.num_players} players")
        for seat in range(plan.root.num_players):
            plan.weights[seat] = weights[seat]
        plan.per_batch = max(1, plan.root.num_players * plan.root.later_hand)
        plan.num_batches = 1 + plan.root.stock_left // plan.per_batch
        plan.batches = <keys.Batch *>calloc(plan.num_batches, sizeof(keys.Batch))
        plan.spans = <Places *>calloc(plan.num_batches * kk.MAX_PLAYERS * kk.NUM_CARDS, sizeof(Places))
        if not plan.batches or not plan.spans:
            raise MemoryError("no room for the batches of a deal")
        keys.fill_plan(plan)

    def __dealloc__(self):
        free(self.plan.batches)
        free(self.plan.spans)

    def continues(self, other):
        """Whether the keys of `other` mean the same here: the root is a position of that deal."""
        cdef Places places
        cdef DealOrigin origin
        if type(other) is not DealOrigin:
            return False
        origin = <DealOrigin>other
        for seat in range(self.plan.root.num_players):
            if self.plan.weights[seat] != origin.plan.weights[seat]:
                return False
        return keys.place_position(&origin.plan, &self.plan.root, &places)


# ---------------------------------------------------------------- the prover

@cython.final
cdef class DealProver:
    """Proves bounds on the weighted sum of a deal's final scores, from one root on.

    The root is `state`; every position given later is the root or one that comes after it. `weights` has a
    1, 0 or -1 for each seat: seats of weight 1 want the utility high, all others want it low. The table is
    in use until `close`. One prover may be used by several threads at once.
    """
    cdef DealOrigin origin
    cdef TranspositionTable table
    cdef int features
    cdef bint is_open

    def __cinit__(self, Deal state not None, weights, TranspositionTable table not None, int features=-1):
        self.features = features
        weights = list(weights)
        check_weights(weights, state.num_players)
        origin = DealOrigin(state, weights)
        table.enter(origin)
        self.table = table
        self.is_open = True
        # A table that knows the deal already numbers its cards as the first root had them.
        self.origin = origin if table.origin is origin else <DealOrigin?>table.origin

    def __dealloc__(self):
        if self.is_open and self.table is not None:
            self.table.leave()

    def close(self):
        """Let searches of other deals use the table."""
        if self.is_open:
            self.is_open = False
            self.table.leave()

    cdef int set_out(self, Deal state, Krypkasino *s, Places *places) except -1:
        """Copy a position, which no other thread can play on then, and find its places."""
        s[0] = (<Deal>state.copy()).state
        if not keys.place_position(&self.origin.plan, s, places):
            raise errors.CabbageError("the position is not the prover's root, nor one that comes after it")
        return 0

    def bounds(self, Deal state not None):
        """Bounds on the utility that need no search."""
        cdef Krypkasino s
        cdef DealSearch x
        cdef Places places
        cdef Outlook o
        cdef int lower = 0, upper = 0, made
        self.set_out(state, &s, &places)
        open_deal_view(&x, &self.origin.plan)
        made = deal_utility(&x, &s)
        if not s.ended:
            o = keys.look_out(&s)
            bound_deal(&x, &s, &o, deal_points_to_come(&s), &lower, &upper)
        return made + lower, made + upper

    def guess(self, Deal state not None):
        """A utility near which a search may well begin; nothing of it is proven.

        Alone against all others a seat loses some points a turn more than its share, measured on random
        deals: the others make it sweep.
        """
        cdef Krypkasino s
        cdef DealSearch x
        cdef Places places
        cdef int sum_of_weights = 0, turns
        self.set_out(state, &s, &places)
        open_deal_view(&x, &self.origin.plan)
        for seat in range(s.num_players):
            sum_of_weights += self.origin.plan.weights[seat]
        if s.num_players > 2 and x.least == 0 and sum_of_weights == 1:
            turns = s.stock_left // s.num_players + count_cards(&s.hands[s.current_player])
            return deal_utility(&x, &s) - turns * (0, 0, 0, 27, 50, 63, 75)[s.num_players] // 10
        return deal_utility(&x, &s) - sum_of_weights * deal_points_to_come(&s) // s.num_players

    def at_least(self, Deal state not None, bound, max_nodes, poll=None, int order=0):
        """Search whether the utility is at least `bound`.

        Returns proven bounds, and how many nodes it took to prove them. The question is answered if the lower
        one is at least `bound` or the upper one is below; otherwise the search has stopped, at
        `max_nodes` or because `poll(nodes)` returned true. What `poll` raises, and Ctrl-C, is raised.

        order: 0 is the standard order of moves, 1 and more are others, for threads that help.
        """
        cdef Krypkasino s
        cdef DealSearch x
        cdef Places places
        cdef Watch watch = Watch()
        cdef int made, goal, points, value
        if not self.is_open:
            raise errors.CabbageError("the search is closed")
        lower, upper = self.bounds(state)
        if bound <= lower or bound > upper:
            return lower, upper, 0
        self.set_out(state, &s, &places)
        watch.poll = poll
        goal = bound
        self.table.enter(self.origin)
        open_deal_search(&x, &self.origin.plan, self.table, self.features, order)
        try:
            made = deal_utility(&x, &s)
            points = deal_points_to_come(&s)
            begin(&x.progress, watch, min(max_nodes, 2**63 - 1))
            with nogil:
                value = made + test_deal(&x, &s, &places, 0, made, points, goal - made)
            check_deal_search(&x, watch)
        finally:
            close_deal_search(&x)
            self.table.leave()
        if not x.progress.stopped:
            if value >= goal:
                lower = max(lower, value)
            else:
                upper = min(upper, value)
        return lower, upper, x.progress.nodes


include "_maxn_krypkasino.pxi"
