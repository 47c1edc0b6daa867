# Krypkasino: the search that proves bounds. Included by `_prover_krypkasino.pxi`.
#
# A zero-window search, fail-soft, over the kernel's `play` and `undo`. All its values are what is still to
# come; points made are added by whoever asks.

from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc

from cabbage cimport _krypkasino as kk
from cabbage cimport _krypkasino_keys as keys
from cabbage._krypkasino cimport Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards, count_cards
from cabbage._krypkasino_keys cimport Kinds, Outlook, Places, Plan
from cabbage._rng cimport mix


cdef enum:
    # Move lists of all plies of a search together, as in the plain search.
    ARENA_MOVES = 1 << 18
    SHORT_LIST = 64                 # longer lists are neither merged nor put in order

    # Features of a search of Krypkasino only.
    DEAL_USES_NEARNESS = 16         # bounds of positions that differ only in what cards count
    DEAL_USES_DEAD_CARDS = 32       # cards that nothing can take any more are told apart by nothing
    DEAL_USES_LAST_CAPTURER = 64    # who captured last is left out where somebody will again
    DEAL_USES_DOMINANCE = 128       # captures that take fewer points, else the same, make others needless

    # Scores of moves.
    HINT_SCORE = 1 << 20
    CAPTURE_SCORE = 1 << 10


# ---------------------------------------------------------------- a search

cdef struct DealSearch:
    # One call's memory, and what all its nodes share.
    const Plan *plan
    Slots slots
    Progress progress
    Move *moves
    Kinds *kinds                    # of what each move takes
    int32_t *scores                 # of each move; the highest is tried first
    Cards *scratch
    int features
    int order
    int least                       # of all weights and nobody's, 0
    int most
    bint was_full


cdef void open_deal_view(DealSearch *x, const Plan *plan) noexcept:
    """Enough of a search for its bounds, without memory for moves."""
    cdef int seat
    x.plan = plan
    x.least = x.most = 0
    for seat in range(plan.root.num_players):
        x.least = min(x.least, plan.weights[seat])
        x.most = max(x.most, plan.weights[seat])
    x.moves = NULL
    x.kinds = NULL
    x.scores = NULL
    x.scratch = NULL


cdef int open_deal_search(DealSearch *x, const Plan *plan, TranspositionTable table, int features, int order) except -1:
    open_deal_view(x, plan)
    if table is not None:
        x.slots = table.slots
    x.features = features
    x.order = order
    x.was_full = False
    x.moves = <Move *>malloc(ARENA_MOVES * sizeof(Move))
    x.kinds = <Kinds *>malloc(ARENA_MOVES * sizeof(Kinds))
    x.scores = <int32_t *>malloc(ARENA_MOVES * sizeof(int32_t))
    x.scratch = <Cards *>malloc(2 * kk.MAX_MOVES * sizeof(Cards))
    if not (x.moves and x.kinds and x.scores and x.scratch):
        close_deal_search(x)
        raise MemoryError("no room for move lists")
    return 0


cdef void close_deal_search(DealSearch *x) noexcept:
    free(x.moves)
    free(x.kinds)
    free(x.scores)
    free(x.scratch)


cdef int check_deal_search(DealSearch *x, Watch watch) except -1:
    """Raise what stopped a search, if anything but its budget or `poll` did."""
    finish(watch)
    if x.was_full:
        raise errors.TooManyCapturesError(
            f"a position on the way has more than {kk.MAX_MOVES} captures or is too complicated, or "
            f"the moves of all plies together are more than {ARENA_MOVES}")
    return 0


# ---------------------------------------------------------------- points

cdef inline int deal_utility(const DealSearch *x, const Krypkasino *s) noexcept nogil:
    """The points made so far, by weight; low scores are good."""
    cdef int32_t points[kk.MAX_PLAYERS]
    cdef int value = 0, seat
    memset(points, 0, sizeof(points))
    kk.score(s, points)
    for seat in range(s.num_players):
        value -= x.plan.weights[seat] * points[seat]
    return value


cdef inline int deal_points_to_come(const Krypkasino *s) noexcept nogil:
    """The card points that nobody has in a pile yet."""
    cdef Cards card
    cdef int points = kk.card_points(&s.table.cards) + kk.card_points(&s.aside), seat, left
    for seat in range(s.num_players):
        points += kk.card_points(&s.hands[seat])
    for left in range(1, s.stock_left + 1):
        card = kk.one_card(s.stock[kk.MAX_STOCK - left])
        points += kk.card_points(&card)
    return points


cdef inline int sweeps_at_most(const Krypkasino *s, const Outlook *o, int seat) noexcept nogil:
    """What sweeps a seat can make with the cards in its hand: at most this."""
    cdef uint64_t rest = s.hands[seat].one
    cdef uint32_t equals = o.pairs | keys.ranks_of(s.table.cards.one)
    cdef int points = 0, card, most
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if keys.takes_equals(card, s.flags) and (equals >> (card % 13)) & 1:
            most = kk.DOUBLE_SWEEP
        elif (o.summing >> card) & 1:
            most = kk.SWEEP
        else:
            continue
        points += most * (1 + <int>((s.hands[seat].two >> card) & 1))
    return points


cdef inline void bound_deal(const DealSearch *x, const Krypkasino *s, const Outlook *o, int points,
                            int *lower, int *upper) noexcept nogil:
    """Bounds on what is still to come.

    The `points` nobody has yet and the bonus are somebody's or nobody's in the end. A sweep moves points
    from who played the card before to who sweeps. In this batch there is none over a dead card.
    """
    cdef const Plan *plan = x.plan
    cdef int seat, before, swept, gain
    cdef bint no_sweeps = (s.table.cards.one & ~o.live) != 0
    lower[0] = min(-x.most * points, -x.least * points) + min(-x.most * s.bonus, -x.least * s.bonus)
    upper[0] = max(-x.most * points, -x.least * points) + max(-x.most * s.bonus, -x.least * s.bonus)
    for seat in range(s.num_players):
        before = seat - 1 if seat else s.num_players - 1
        gain = plan.weights[before] - plan.weights[seat]
        if gain:
            swept = kk.DOUBLE_SWEEP * (s.stock_left // s.num_players)
            if not no_sweeps:
                swept += sweeps_at_most(s, o, seat)
            if gain > 0:
                upper[0] += gain * swept
            else:
                lower[0] += gain * swept
    if s.last_player == kk.NOBODY:
        # The first card of a deal may sweep to the credit of nobody, or of the dealer.
        gain = (plan.weights[s.dealer] if s.flags & kk.CREDIT_DEALER else 0) - plan.weights[s.current_player]
        lower[0] += kk.DOUBLE_SWEEP * min(0, gain)
        upper[0] += kk.DOUBLE_SWEEP * max(0, gain)


# ---------------------------------------------------------------- moves

cdef inline int deal_hint(const Move *move, const Kinds *taken) noexcept nogil:
    """A move's name in the table: the kind of the card, and a little of what it takes."""
    cdef uint64_t mixed = taken.ranks ^ taken.counting << 3
    return (move.card % 13 + 13 * (((keys.ALONE >> move.card) & 1) + (move.card == kk.TEN_OF_DIAMONDS))
            + 39 * <int>((mixed ^ mixed >> 13 ^ mixed >> 27 ^ mixed >> 40) % 6))


cdef inline bint is_as_good_a_move(const Krypkasino *s, int card, const Kinds *taken, int other, const Kinds *others,
                                   bint dominance) noexcept nogil:
    """Whether playing `card` for some cards is as good as `other` for others, whoever is to move.

    It is if both do the same. With `dominance` also if it leads to the same cards but leaves points lying,
    or in the hand, that the other takes at once: at worst they are the mover's later.
    """
    cdef Cards a, b
    if taken.ranks != others.ranks:
        return False
    if keys.like_of(card) == keys.like_of(other) and taken.counting == others.counting:
        return True
    if not dominance or not taken.ranks or card % 13 != other % 13:
        return False
    a = kk.one_card(card)
    b = kk.one_card(other)
    return (kk.hand_value(card, s.flags) == kk.hand_value(other, s.flags)
            and kk.card_points(&a) <= kk.card_points(&b)
            and keys.more_points(taken.counting, others.counting) == 0)


cdef inline int list_distinct_moves(DealSearch *x, const Krypkasino *s, int used) noexcept nogil:
    """List the moves behind the `used` ones of the plies before, without those that others make needless."""
    cdef Move *moves = x.moves + used
    cdef Kinds *kinds = x.kinds + used
    cdef int count = kk.list_moves(s, moves, x.scratch, min(<int>kk.MAX_MOVES, ARENA_MOVES - used), False)
    cdef int weight = x.plan.weights[s.current_player], i, j, distinct = 0
    cdef bint dominance = x.features & DEAL_USES_DOMINANCE and weight == (x.most if weight > 0 else x.least)
    if count < 0:
        x.progress.stopped = x.was_full = True
        return 0
    if count > SHORT_LIST:
        x.progress.nodes_to_look -= count    # a long list is as much work as many nodes
    for i in range(count):
        kinds[distinct] = keys.kinds_of(&moves[i].taken)
        j = 0
        if x.features & USES_EQUIVALENCES and count <= SHORT_LIST:
            while j < distinct:
                if is_as_good_a_move(s, moves[j].card, &kinds[j], moves[i].card, &kinds[distinct], dominance):
                    break
                if is_as_good_a_move(s, moves[i].card, &kinds[distinct], moves[j].card, &kinds[j], dominance):
                    moves[j] = moves[i]
                    kinds[j] = kinds[distinct]
                    break
                j += 1
        else:
            j = distinct
        if j == distinct:
            moves[distinct] = moves[i]
            distinct += 1
    return distinct


cdef inline void score_deal_moves(DealSearch *x, int used, int count, int hint) noexcept nogil:
    """What comes first: what did well here before, then captures.

    Captures keep the table small, and small tables are few: more of what follows is found in the table.
    """
    cdef const Move *move
    cdef int i
    for i in range(used, used + count):
        move = &x.moves[i]
        x.scores[i] = 0
        if x.features & USES_ORDERING:
            if move.taken.one:
                x.scores[i] += CAPTURE_SCORE
            if deal_hint(move, &x.kinds[i]) == hint:
                x.scores[i] += HINT_SCORE
        if x.order:
            # Helper threads look elsewhere.
            x.scores[i] += <int32_t>(mix(x.order * 64 + move.card) & (2 * CAPTURE_SCORE - 1))


cdef inline void bring_best_move(DealSearch *x, int i, int end) noexcept nogil:
    """Bring the move of highest score, the first of several, from i on to place i."""
    cdef int best = i, j
    for j in range(i + 1, end):
        if x.scores[j] > x.scores[best]:
            best = j
    if best != i:
        x.scores[i], x.scores[best] = x.scores[best], x.scores[i]
        x.moves[i], x.moves[best] = x.moves[best], x.moves[i]
        x.kinds[i], x.kinds[best] = x.kinds[best], x.kinds[i]


# ---------------------------------------------------------------- the search

cdef int test_deal(DealSearch *x, Krypkasino *s, const Places *places, int used, int made, int points,
                   int bound) noexcept nogil:
    """Whether what is still to come from `s` is at least `bound`.

    Returns a value from `bound` on that it is at least, or one below that it is at most. `made` is what has
    been made so far, `points` the card points nobody has yet. When the search has stopped, nothing is said.
    """
    cdef kk.Entry entries[kk.ENTRIES_A_PLAY]
    cdef Entry entry
    cdef Key key
    cdef Outlook o
    cdef Places left
    cdef Cards card
    cdef uint64_t hash = 0, nodes = x.progress.nodes
    cdef int batch = keys.batch_of(x.plan, s), seat = s.current_player
    cdef int lower = keys.LOWEST, upper = keys.HIGHEST, hint = NO_HINT, capturer
    cdef int best, value, count, i, steps, gain, rest
    cdef bint maximising = x.plan.weights[seat] > 0
    cdef bint tabled = x.features & USES_TABLE and keys.has_key(places)
    if not count_node(&x.progress):
        return 0
    if s.stock_left == 0 or not x.plan.batches[batch].is_sure or s.table.cards.one & kk.COURTS:
        o = keys.look_out(s)
    else:
        keys.look_nowhere(&o)
    if x.features & USES_BOUNDS and s.stock_left == 0:
        # With batches to come there is too much to be won by sweeps for bounds to decide anything.
        bound_deal(x, s, &o, points, &lower, &upper)
        if lower >= bound:
            return lower
        if upper < bound:
            return upper
    if tabled:
        capturer = 2 + x.plan.weights[s.last_capturer]
        if x.features & DEAL_USES_LAST_CAPTURER and keys.captures_again(&o, &x.plan.batches[batch], s):
            capturer = 0
        key = keys.key_of(s, places, keys.dead_cards(&o, s) if x.features & DEAL_USES_DEAD_CARDS else 0, capturer)
        hash = keys.hash_bare(&key)
        if keys.probe_near(&x.slots, &key, hash, x.least, x.most, x.features & DEAL_USES_NEARNESS, &entry):
            lower = max(lower, entry.lower)
            upper = min(upper, entry.upper)
            if lower >= bound:
                return lower
            if upper < bound:
                return upper
            hint = entry.hint
    count = list_distinct_moves(x, s, used)
    score_deal_moves(x, used, count, hint)
    best = keys.LOWEST if maximising else keys.HIGHEST
    for i in range(used, used + count):
        if count <= SHORT_LIST:
            bring_best_move(x, i, used + count)
        left = keys.leave_place(places[0], keys.span_of(x.plan, batch, seat, x.moves[i].card))
        steps = kk.play(s, &x.moves[i], entries, False)
        gain = 0
        rest = points
        if x.moves[i].taken.one or s.ended:
            gain = deal_utility(x, s) - made
            card = kk.one_card(x.moves[i].card)
            rest -= kk.card_points(&x.moves[i].taken) + kk.card_points(&card)
        if s.ended:
            count_node(&x.progress)
            value = gain
        else:
            if steps > 1:
                left = x.plan.batches[batch + 1].places
            value = gain + test_deal(x, s, &left, used + count, made + gain, rest, bound - gain)
        kk.undo(s, &entries[steps - 1])
        if x.progress.stopped:
            return 0
        if value > best if maximising else value < best:
            best = value
            hint = deal_hint(&x.moves[i], &x.kinds[i])
        if (best >= bound) == maximising:
            break
    if x.progress.stopped:
        return 0
    if best >= bound:
        lower = best = max(best, lower)
    else:
        upper = best = min(best, upper)
    if tabled:
        store(&x.slots, &key, hash, lower, upper, hint, work_of(x.progress.nodes - nodes + 1))
    return best
