# Information set Monte Carlo tree search with a single observer: one tree of the actions that all can see, and
# another world for every simulation. Included by the builds that include `_batch.pxi`.
#
# Sources: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search" (2012), for upper
# confidence bounds over the children that a world allows, by how often each was there to be chosen;
# N. Sturtevant, "An analysis of UCT in multi-player games" (2008), for seats that each go by their own utility.

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from cabbage._rng cimport Rng, rng_below, rng_seed
from cabbage._tree cimport ROOT, Node, Tree, add_child, close_tree, logarithm, open_tree


cdef struct Search:
    Lane lane                       # what the observer knows, in one of its worlds
    StateRules rules
    int seat                        # the observer
    int players
    int horizon                     # where playouts end
    Utilities utilities
    double exploration              # how many standard deviations of results it explores, squared
    double scales[MAX_PLAYERS]      # the same of each seat, in what `logarithm` counts
    int64_t sums[MAX_PLAYERS]       # of each seat's utility, over all simulations
    int64_t squares[MAX_PLAYERS]
    uint64_t count                  # of simulations
    Rng rng
    Tree tree
    Scratch scratch
    uint16_t *there                 # the children that a world allows
    int64_t *root_squares           # of the observer's utility, for each child of the root
    int root_room


cdef inline void set_scales(Search *search) noexcept nogil:
    """Let each seat explore in proportion to how its results vary, as far as is known: they have no unit of
    their own."""
    cdef double n = <double>search.count
    cdef double mean, variance
    cdef int seat
    for seat in range(search.players):
        mean = <double>search.sums[seat] / n
        variance = <double>search.squares[seat] / n - mean * mean
        variance = variance if variance > 0.01 else 0.01
        search.scales[seat] = search.exploration * variance * (0.6931471805599453 / 4294967296.0)


cdef inline uint32_t best_child(const Search *search, uint32_t first, int count, double scale) noexcept nogil:
    """Of the children that are there the one with the greatest upper confidence bound."""
    cdef const Node *node
    cdef double bound, greatest = 0
    cdef uint32_t best = first
    cdef int i
    for i in range(count):
        node = &search.tree.nodes[first + search.there[i]]
        bound = <double>node.value / node.visits + sqrt(scale * logarithm(node.available) / node.visits)
        if i == 0 or bound > greatest:
            greatest = bound
            best = first + search.there[i]
    return best


cdef inline int find_children(Search *search, const Node *node, Legal *legal) noexcept nogil:
    """Find the children of a node whose actions are legal, and take these. Returns how many there are."""
    cdef Node *child = &search.tree.nodes[node.children]
    cdef int i, count = 0
    cdef bint is_legal
    for i in range(node.count):
        search.there[count] = <uint16_t>i
        is_legal = take(legal, child[i].action)
        child[i].available += is_legal
        count += is_legal
    return count


cdef inline int simulate(Search *search) noexcept nogil:
    """One simulation: a world, a way down the tree, a new node, a playout. Returns 0, or what failed."""
    cdef World world
    cdef Legal legal
    cdef uint32_t path[MOST_PLIES]
    cdef int movers[MOST_PLIES]
    cdef int32_t points[MAX_PLAYERS]
    cdef uint32_t at = ROOT, action
    cdef Node *node
    cdef int depth = 0, count, left, seat
    if draw_world(&world, &search.lane, &search.rules, search.seat, &search.rng) < 0:
        return NO_MEMORY
    while True:
        count = find_legal(&world, &legal, &search.scratch, 0)
        if count < 0:
            return TOO_MANY
        if count == 0:
            break
        seat = seat_to_play(&world)
        node = &search.tree.nodes[at]
        count = find_children(search, node, &legal)
        left = count_left(&legal)
        if left:
            action = take_at(&legal, <int>rng_below(&search.rng, <uint32_t>left))
            at = add_child(&search.tree, at, action)
            if at:                      # else the tree is as large as it may be
                search.tree.nodes[at].available = 1
                path[depth] = at
                movers[depth] = seat
                depth += 1
            play_taken(&world, &legal, action)
            break
        at = best_child(search, node.children, count, search.scales[seat])
        path[depth] = at
        movers[depth] = seat
        depth += 1
        play_taken(&world, &legal, search.tree.nodes[at].action)
    if play_to_end(&world, search.horizon, &search.rng, points, &search.scratch) < 0:
        return TOO_MANY
    return learn(search, path, movers, depth, points)


cdef inline int learn(Search *search, const uint32_t *path, const int *movers, int depth,
                      const int32_t *points) noexcept nogil:
    """Note down along the path what came of a simulation. Returns 0, or what failed."""
    cdef int64_t worth[MAX_PLAYERS]
    cdef Node *node
    cdef int seat, i
    for seat in range(search.players):
        worth[seat] = utility_of(&search.utilities, seat, points, search.players)
        search.sums[seat] += worth[seat]
        search.squares[seat] += worth[seat] * worth[seat]
    for i in range(depth):
        node = &search.tree.nodes[path[i]]
        node.visits += 1
        node.value += worth[movers[i]]
    if depth:
        i = <int>(path[0] - search.tree.nodes[ROOT].children)
        if i >= search.root_room and make_root_room(search, i):
            return NO_MEMORY
        search.root_squares[i] += worth[search.seat] * worth[search.seat]
    search.count += 1
    if not search.count & (search.count - 1):
        set_scales(search)
    return 0


cdef inline int make_root_room(Search *search, int child) noexcept nogil:
    """Room for the squares of one child of the root more. Returns less than 0 where memory lacks."""
    cdef int room = 2 * child + 16
    cdef int64_t *moved = <int64_t *> realloc(search.root_squares, room * sizeof(int64_t))
    if not moved:
        return -1
    memset(moved + search.root_room, 0, (room - search.root_room) * sizeof(int64_t))
    search.root_squares = moved
    search.root_room = room
    return 0


@cython.final
cdef class InformationSetSearch:
    """A search of the position of lane 0. Not for users: `cabbage.players` checks what is done with it."""

    cdef Search search

    def __cinit__(self, Lanes lanes not None, int seat, list weights not None, double exploration, uint64_t seed,
                  uint32_t most_nodes):
        cdef Search *search = &self.search
        memset(search, 0, sizeof(Search))
        search.lane = lanes.lanes[0]
        search.rules = lanes.c_rules
        search.players = num_players(&lanes.c_rules)
        search.seat = seat
        search.horizon = horizon_of(&search.lane)
        search.exploration = exploration * exploration
        need(0 <= seat < search.players and 64 <= most_nodes <= (1 << 30))
        fill_utilities(&search.utilities, weights, search.players)
        for i in range(search.players):
            search.scales[i] = 0.01
        rng_seed(&search.rng, seed, 0)
        search.there = <uint16_t *> malloc(MOST_LEGAL * sizeof(uint16_t))
        if open_scratch(&search.scratch) or open_tree(&search.tree, most_nodes) or not search.there:
            raise MemoryError("no room for a search")

    def __dealloc__(self):
        close_scratch(&self.search.scratch)
        close_tree(&self.search.tree)
        free(self.search.there)
        free(self.search.root_squares)

    def run(self, uint64_t count):
        """Do so many simulations more. Returns 0, or what failed."""
        cdef int failed = 0
        with nogil:
            while count and not failed:
                failed = simulate(&self.search)
                count -= 1
        return failed

    def found(self):
        """For each action that was tried: its number, how often, and the sums of the observer's utility and of
        its squares."""
        cdef const Node *root = &self.search.tree.nodes[ROOT]
        cdef const Node *child
        found = []
        for i in range(root.count):
            child = &self.search.tree.nodes[root.children + <uint32_t>i]
            if child.visits:            # a simulation that failed leaves one without
                found.append((child.action, child.visits, child.value, self.search.root_squares[i]))
        return found
