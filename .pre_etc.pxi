# Krypkasino: the search that proves bounds. Included by `_prover.pxi`.

from libc.stdlib cimport calloc, free, malloc

from cabbage cimport _krypkasino as kk
from cabbage cimport _krypkasino_keys as keys
from cabbage._deal cimport Deal
from cabbage._krypkasino cimport Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards
from cabbage._krypkasino_keys cimport Likes, Places, Plan


cdef enum:
    # Move lists of all plies of a search together, as in the plain search.
    ARENA_MOVES = 1 << 18
    FEW_MOVES = 64                  # longer lists are neither merged nor put in order

    KK_ALL = -1
    USES_AGAIN = 16                 # who captured last is left out of keys where somebody will again
    USES_HISTORY = 32


# ---------------------------------------------------------------- the root

cdef class DealOrigin:
    """What the keys of a deal take for granted: the cards to come, the rules and the weights."""
    cdef Plan plan

    def __cinit__(self, Deal state not None, weights):
        cdef Plan *plan = &self.plan
        plan.root = (<Deal>state.copy()).state
        if len(weights) != plan.root.num_players:
            raise ValueError(f"{len(weights)} weights for {plan.root.num_players} players")
        for seat in range(plan.root.num_players):
            plan.weights[seat] = weights[seat]
        plan.per_batch = plan.root.num_players * plan.root.later_hand
        if plan.per_batch == 0:
            plan.per_batch = 1
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


# ---------------------------------------------------------------- the search

cdef int PAR[16]

def params(*v):
    for i in range(16):
        PAR[i] = v[i] if i < len(v) else 0

cdef uint64_t STAT[16][16]

def stats():
    r = [[STAT[i][j] for j in range(16)] for i in range(16)]
    memset(STAT, 0, sizeof(STAT))
    return r

cdef struct DealSearch:
    # One call's memory, and what all its nodes share.
    const Plan *plan
    Slots slots
    Progress progress
    Move *moves
    Likes *likes                    # of what each move takes
    int32_t *scores                 # of each move; the highest is tried first
    Cards *scratch
    int weights[kk.MAX_PLAYERS]
    int features
    int order
    int most
    int least
    bint was_full
    int32_t history[2][kk.NUM_CARDS]


cdef inline int utility(const DealSearch *x, const Krypkasino *s) noexcept nogil:
    """Points made so far, by weight; low scores are good."""
    cdef int32_t points[kk.MAX_PLAYERS]
    cdef int value = 0, seat
    kk.score(s, points)
    for seat in range(s.num_players):
        value -= x.weights[seat] * points[seat]
    return value


cdef inline int points_in_piles(const Krypkasino *s) noexcept nogil:
    cdef int points = 0, seat
    for seat in range(s.num_players):
        points += kk.card_points(&s.piles[seat])
    return points


cdef inline int points_to_come(const Krypkasino *s) noexcept nogil:
    """Card points that nobody has in a pile yet."""
    cdef Cards card
    cdef int points = kk.card_points(&s.table.cards) + kk.card_points(&s.aside), seat, left
    for seat in range(s.num_players):
        points += kk.card_points(&s.hands[seat])
    for left in range(1, s.stock_left + 1):
        card.one = 1ULL << s.stock[kk.MAX_STOCK - left]
        card.two = 0
        points += kk.card_points(&card)
    return points


cdef inline void bound_rest(const DealSearch *x, const Krypkasino *s, int points, int *lower, int *upper) noexcept nogil:
    """Bounds on what is still to come, from the points nobody has yet and the turns left.

    A sweep moves points from who played before to who sweeps, 10 at most, and every turn may be one.
    """
    cdef int least = 1, most = -1, seat, before, turns, difference, later
    lower[0] = upper[0] = 0
    later = s.stock_left // s.num_players
    for seat in range(s.num_players):
        least = min(least, x.weights[seat])
        most = max(most, x.weights[seat])
        turns = later + keys.count_cards(&s.hands[seat])
        before = seat - 1 if seat else s.num_players - 1
        # Before the first card of a deal nobody has played, or the dealer is credited, who sits before.
        difference = x.weights[before] - x.weights[seat]
        if s.last_player == kk.NOBODY and not s.flags & kk.CREDIT_DEALER and seat == s.current_player:
            lower[0] -= kk.DOUBLE_SWEEP * max(0, x.weights[seat])
            upper[0] += kk.DOUBLE_SWEEP * max(0, -x.weights[seat])
            turns -= 1
        if difference > 0:
            upper[0] += kk.DOUBLE_SWEEP * difference * turns
        else:
            lower[0] += kk.DOUBLE_SWEEP * difference * turns
    lower[0] += min(min(-most * points, -least * points), 0) + min(0, min(-most * s.bonus, -least * s.bonus))
    upper[0] += max(max(-most * points, -least * points), 0) + max(0, max(-most * s.bonus, -least * s.bonus))


cdef inline int hint_of(const Move *move, const Likes *taken) noexcept nogil:
    """A move's name in the table: the card, and a little of what it takes."""
    return (move.card % 13 + 13 * (((keys.ALONE >> move.card) & 1) + (move.card == kk.TEN_OF_DIAMONDS))
            + 39 * <int>((taken.low ^ taken.low >> 13 ^ taken.low >> 27 ^ taken.low >> 40) % 6))


cdef inline int list_distinct(DealSearch *x, const Krypkasino *s, int used) noexcept nogil:
    """List the moves behind the `used` ones of the plies before: of the moves that do the same, one."""
    cdef Move *moves = x.moves + used
    cdef Likes *likes = x.likes + used
    cdef int count = kk.list_moves(
        s, moves, x.scratch, min(<int>kk.MAX_MOVES, ARENA_MOVES - used), False)
    cdef int i, j, distinct = 0
    cdef bint is_new
    if count < 0:
        x.progress.stopped = x.was_full = True
        return 0
    if count > FEW_MOVES:
        x.progress.nodes_to_look -= count
        for i in range(count):
            likes[i] = keys.likes_of(&moves[i].taken)
        return count
    for i in range(count):
        likes[distinct] = keys.likes_of(&moves[i].taken)
        is_new = True
        if x.features & USES_EQUIVALENCES:
            for j in range(distinct):
                if (keys.like_of(moves[j].card) == keys.like_of(moves[i].card)
                        and keys.same_likes(&likes[j], &likes[distinct])):
                    is_new = False
                    break
        if is_new:
            moves[distinct] = moves[i]
            distinct += 1
    return distinct


cdef inline void score_moves(DealSearch *x, const Krypkasino *s, int used, int count, int hint,
                             bint maximising) noexcept nogil:
    cdef int i, score
    cdef const Move *move
    cdef Cards card
    cdef int before = s.current_player - 1 if s.current_player else s.num_players - 1
    cdef int own = x.weights[s.current_player]
    for i in range(count):
        move = &x.moves[used + i]
        score = 0
        if x.features & USES_ORDERING:
            if move.taken.one:
                card = kk.one_card(move.card)
                score = -own * (kk.card_points(&move.taken) + kk.card_points(&card)) * PAR[0]
                if kk.is_sweep(s, &move.taken):
                    score += (x.weights[before] - own) * kk.sweep_points(s) * PAR[1]
                if not maximising:
                    score = -score
                score += PAR[2]
                score += PAR[3] * keys.count_cards(&move.taken)
            else:
                score += PAR[9] * (move.card % 13)
            score += PAR[4] * (move.card % 13)
            score += PAR[10] * (((keys.ALONE >> move.card) & 1))
            score *= 1 << 8
            if x.features & USES_HISTORY:
                score += x.history[maximising][keys.like_of(move.card)] * PAR[5]
            if hint != NO_HINT and hint_of(move, &x.likes[used + i]) == hint:
                score += PAR[6] << 20
            if x.order:
                score += <int>(kk.zobrist_key(x.order * 64 + move.card) & 0x1FFFF)
        x.scores[used + i] = score


cdef inline int pick_move(DealSearch *x, int used, int i, int count) noexcept nogil:
    """Bring the move to be tried as number `i` to its place."""
    cdef int best = i, j
    cdef int32_t *scores = x.scores + used
    if count > FEW_MOVES:
        return used + i
    for j in range(i + 1, count):
        if scores[j] > scores[best]:
            best = j
    if best != i:
        scores[i], scores[best] = scores[best], scores[i]
        x.moves[used + i], x.moves[used + best] = x.moves[used + best], x.moves[used + i]
        x.likes[used + i], x.likes[used + best] = x.likes[used + best], x.likes[used + i]
    return used + i


cdef inline int work_of(uint64_t nodes) noexcept nogil:
    """Nodes on the scale of table entries."""
    cdef int work = 1
    while nodes > 7:
        nodes >>= 1
        work += 4
    return work + <int>nodes // 2


cdef int test(DealSearch *x, Krypkasino *s, const Places *places, int used, int made, int points,
              int bound) noexcept nogil:
    """What is still to come from `s` is at least `bound`, or is not.

    Returns a value not below `bound` that it is at least, or one below that it is at most (fail-soft).
    `made` are the points made, `points` the card points nobody has; both follow from the position.
    """
    cdef kk.Entry entries[kk.ENTRIES_A_PLAY]
    cdef Entry entry
    cdef Key key
    cdef Places left
    cdef Cards card
    cdef uint64_t hash = 0, nodes = x.progress.nodes
    cdef bint maximising = x.weights[s.current_player] > 0
    cdef int lower, upper, hint = NO_HINT, best, value, count, i, m, steps, gain, batch, seat, rest
    if not count_node(&x.progress):
        return 0
    lower = -32000
    upper = 32000
    batch = keys.batch_of(x.plan, s)
    STAT[0][batch] += 1
    cdef bint isstart = places.low == x.plan.batches[batch].places.low
    STAT[1][batch] += isstart
    if batch == x.plan.num_batches - 1:
        STAT[12][min(15, 16 - popcount(places.low))] += 1
    if batch == x.plan.num_batches - 2:
        STAT[13][min(15, 16 - popcount(places.low))] += 1
    if x.features & USES_BOUNDS and batch >= x.plan.num_batches - 2:
        bound_rest(x, s, points, &lower, &upper)
        if lower >= bound:
            return lower
        if upper < bound:
            return upper
    if x.features & USES_TABLE:
        key = keys.key_of(x.plan, s, batch, places, x.features & 128)
        hash = keys.hash_bare(&key)
        if keys.probe_near(&x.slots, &key, hash, x.least, x.most, not x.features & 64, &entry):
            lower = max(lower, entry.lower)
            upper = min(upper, entry.upper)
            if lower >= bound:
                return lower
            if upper < bound:
                return upper
            hint = entry.hint
            STAT[7][batch] += isstart
    count = list_distinct(x, s, used)
    STAT[2][batch] += 1
    if batch == x.plan.num_batches - 1:
        STAT[14][min(15, 16 - popcount(places.low))] += 1
    STAT[3][batch] += isstart
    STAT[8][min(count,15)] += 1
    score_moves(x, s, used, count, hint, maximising)
    best = -32000 if maximising else 32000
    seat = s.current_player
    for i in range(count):
        m = pick_move(x, used, i, count)
        left = keys.leave_place(places[0], keys.span_of(x.plan, batch, seat, x.moves[m].card))
        steps = kk.play(s, &x.moves[m], entries, False)
        gain = 0
        rest = points
        if x.moves[m].taken.one or s.ended:
            gain = utility(x, s) - made
            card = kk.one_card(x.moves[m].card)
            rest -= kk.card_points(&x.moves[m].taken) + kk.card_points(&card)
        if s.ended:
            value = gain
            if not count_node(&x.progress):
                value = 0
        else:
            if steps > 1:
                left = x.plan.batches[batch + 1].places
            value = gain + test(x, s, &left, used + count, made + gain, rest, bound - gain)
        kk.undo(s, &entries[steps - 1])
        if x.progress.stopped:
            return 0
        if maximising:
            if value > best:
                best = value
                hint = hint_of(&x.moves[m], &x.likes[m]) if PAR[7] else NO_HINT
            if best >= bound:
                break
        else:
            if value < best:
                best = value
                hint = hint_of(&x.moves[m], &x.likes[m]) if PAR[7] else NO_HINT
            if best < bound:
                break
    if (best >= bound) == maximising:
        STAT[4][min(i,15)] += 1
    else:
        STAT[5][min(count,15)] += 1
    if (best >= bound) == maximising:
        hint = hint_of(&x.moves[m], &x.likes[m])
        x.history[maximising][keys.like_of(x.moves[m].card)] += 1
    if best >= bound:
        best = max(best, lower)
    else:
        best = min(best, upper)
    if x.features & USES_TABLE:
        store(&x.slots, &key, hash, best if best >= bound else lower, upper if best >= bound else best,
              hint, work_of(x.progress.nodes - nodes))
    return best


# ---------------------------------------------------------------- the prover

cdef int open_search(DealSearch *x, const Plan *plan, TranspositionTable table, int features, int order) except -1:
    x.plan = plan
    x.slots = table.slots
    x.features = features
    x.order = order
    x.was_full = False
    for seat in range(kk.MAX_PLAYERS):
        x.weights[seat] = plan.weights[seat]
    x.most = max(0, max([plan.weights[i] for i in range(plan.root.num_players)]))
    x.least = min(0, min([plan.weights[i] for i in range(plan.root.num_players)]))
    memset(x.history, 0, sizeof(x.history))
    x.moves = <Move *>malloc(ARENA_MOVES * sizeof(Move))
    x.likes = <Likes *>malloc(ARENA_MOVES * sizeof(Likes))
    x.scores = <int32_t *>malloc(ARENA_MOVES * sizeof(int32_t))
    x.scratch = <Cards *>malloc(2 * kk.MAX_MOVES * sizeof(Cards))
    if not (x.moves and x.likes and x.scores and x.scratch):
        close_search(x)
        raise MemoryError("no room for move lists")
    return 0


cdef void close_search(DealSearch *x) noexcept:
    free(x.moves)
    free(x.likes)
    free(x.scores)
    free(x.scratch)


@cython.final
cdef class DealProver:
    """Proves bounds on the weighted sum of a deal's final scores, from one root on."""
    cdef DealOrigin origin
    cdef TranspositionTable table
    cdef int features
    cdef bint is_open

    def __cinit__(self, Deal state not None, weights, TranspositionTable table not None, int features=KK_ALL):
        self.origin = DealOrigin(state, weights)
        self.features = features
        table.enter(self.origin)
        self.table = table
        self.is_open = True
        # A table that already knows the deal numbers its cards as its first root had them.
        self.origin = <DealOrigin?>table.origin

    def __dealloc__(self):
        if self.is_open:
            self.table.users -= 1

    def close(self):
        """Let others use the table."""
        if self.is_open:
            self.is_open = False
            self.table.leave()

    cdef int set_out(self, Deal state, Krypkasino *s, DealSearch *x, Places *places) except -1:
        s[0] = (<Deal>state.copy()).state
        if not keys.place_position(&self.origin.plan, s, places):
            raise ValueError("the position is none that comes after the prover's root")
        x.plan = &self.origin.plan
        for seat in range(kk.MAX_PLAYERS):
            x.weights[seat] = self.origin.plan.weights[seat]
        return 0

    def bounds(self, Deal state not None):
        """Bounds on the utility that need no search."""
        cdef Krypkasino s
        cdef DealSearch x
        cdef Places places
        cdef int lower, upper, made
        self.set_out(state, &s, &x, &places)
        made = utility(&x, &s)
        if s.ended:
            return made, made
        bound_rest(&x, &s, points_to_come(&s), &lower, &upper)
        return made + lower, made + upper

    def at_least(self, Deal state not None, bound, max_nodes, poll=None, int order=0):
        """Search whether the utility is at least `bound`. Returns proven bounds and the nodes it took."""
        cdef Krypkasino s
        cdef DealSearch x
        cdef Places places
        cdef Watch watch = Watch()
        cdef Key key
        cdef Entry entry
        cdef int made, goal, points, value, lower, upper
        watch.poll = poll
        self.set_out(state, &s, &x, &places)
        lower, upper = self.bounds(state)
        if bound <= lower or bound > upper:
            return lower, upper, 0
        goal = bound
        made = utility(&x, &s)
        points = points_to_come(&s)
        open_search(&x, &self.origin.plan, self.table, self.features, order)
        try:
            begin(&x.progress, watch, max_nodes)
            with nogil:
                value = made + test(&x, &s, &places, 0, made, points, goal - made)
            finish(watch)
            if x.was_full:
                raise errors.TooManyCapturesError("too many")
        finally:
            close_search(&x)
        if not x.progress.stopped:
            if value >= goal:
                lower = max(lower, value)
            else:
                upper = min(upper, value)
        return lower, upper, x.progress.nodes
