# Las Vegan: the search behind RoundProver. Included by `_prover.pxi`.
#
# Alpha-beta with a window of nothing: is the utility of the end at least `bound`? Every answer is a
# proven bound (fail-soft): at least the value returned where that is `bound` or more, at most that value
# where it is less. The ideas, and what each gives, are in ARCHITECTURE.md.

from libc.stdlib cimport calloc, free, malloc


cdef enum:
    CHILDREN = 640                  # more than the children of all decisions of a line


# ---------------------------------------------------------------- playing

cdef int place_best(const LasVegan *s, const int *counts, int c, int tokens, int rights, int sign) noexcept nogil:
    """The most, times `sign`, that so many tokens can pay on casino cards from `c` on, which pay `counts`."""
    cdef int best, token, value
    if c == lv.CASINO_CARDS or not rights:
        return 0
    best = place_best(s, counts, c + 1, tokens, rights, sign)
    if s.placed[c] == lv.NO_TOKEN:
        for token in range(s.num_tokens):
            value = sign * s.token_values[token] * counts[c]
            if (tokens >> token) & 1 and value > 0:
                best = max(best, value + place_best(s, counts, c + 1, tokens & ~(1 << token), rights - 1, sign))
    return best


cdef int use_rights(const Goal *goal, const LasVegan *s, int rights, bint maximising) noexcept nogil:
    """The utility where all cards are played and one side may place so many tokens, or fewer."""
    cdef int counts[lv.CASINO_CARDS]
    cdef int sign = 1 if maximising else -1
    cdef int utility = final_utility(goal, s), tokens = tokens_left(s), c, best, golden, on_max, upper
    if not rights:
        return utility
    for c in range(lv.CASINO_CARDS):
        counts[c] = weighted_count(goal, s, c)
    best = place_best(s, counts, 0, tokens, rights, sign)
    if not s.golden_side:
        golden_bounds(goal, s, MIN_SIDE, 0, 0, 0, &golden, &upper)
        golden_bounds(goal, s, MAX_SIDE, 0, 0, 0, &on_max, &upper)
        golden = max(sign * golden, sign * on_max)
        if golden > 0:
            best = max(best, golden + place_best(s, counts, 0, tokens, rights - 1, sign))
    return utility + sign * best


cdef int place_all(const Goal *goal, const LasVegan *s, bint maximising) noexcept nogil:
    """The utility where nothing but tokens to place is left, and there is no passing."""
    cdef LasVegan after
    cdef uint64_t mask
    cdef int best, value
    if not s.to_place:
        return final_utility(goal, s)
    best = -UNKNOWN if maximising else UNKNOWN
    mask = lv.token_mask(s)
    while mask:
        after = s[0]
        lv.decide_token(&after, lowest_bit(mask), False)
        mask &= mask - 1
        value = place_all(goal, &after, maximising)
        best = max(best, value) if maximising else min(best, value)
    return best


cdef inline int utility_at_end(const Goal *goal, const Position *p) noexcept nogil:
    """The utility where all cards are played. Rights of a deferred position are used, or not, now."""
    cdef bint maximising = not p.is_deferred and maximises(goal, p.s.leader)
    if p.is_deferred:
        return use_rights(goal, &p.s, p.rights, False)
    if p.s.to_place and not p.s.flags & lv.OPTIONAL_TOKENS:
        return place_all(goal, &p.s, maximising)
    return use_rights(goal, &p.s, p.s.to_place, maximising)


cdef inline void defer(Position *p) noexcept nogil:
    """The same position with its token decisions put off: a game that is no worse for the minimising
    side, which may choose at the end what it had to choose at once. Where the other side may pass, it
    passes on every seven of its own."""
    p.is_deferred = True
    p.rights = <uint8_t>min(free_places(&p.s), p.rights + p.s.to_place)
    p.s.to_place = 0


cdef inline void finish_trick(const Goal *goal, Position *p) noexcept nogil:
    """Give a complete trick to its winner, by the kernel's rules."""
    lv.finish_trick(&p.s, False)
    if p.is_deferred and p.s.to_place:
        if maximises(goal, p.s.leader) and p.s.flags & lv.OPTIONAL_TOKENS:
            p.s.to_place = 0
        else:
            defer(p)


cdef inline void play_last(const Goal *goal, Position *p) noexcept nogil:
    """Play the last trick, in which everybody has one card. Tokens still to be placed remain so, by
    the seat that leads, if no seven is in it."""
    cdef int seat, chooser = p.s.leader, to_place = p.s.to_place
    for _ in range(goal.num_players):
        seat = lv.current_player(&p.s)
        lv.lay_card(&p.s, seat, lowest_bit(p.s.hands[seat]), False)
    finish_trick(goal, p)
    if to_place:
        p.s.to_place = <uint8_t>to_place
        p.s.leader = <uint8_t>chooser


cdef inline bint is_beaten(const Goal *goal, const LasVegan *s) noexcept nogil:
    """Whether the seat that stands alone has played to the open trick and cannot win it any more."""
    cdef int place
    if goal.solo == NOBODY:
        return False
    place = goal.solo - s.leader
    if place < 0:
        place += goal.num_players
    return place < s.trick_len and lv.trick_winner(s.trick, s.trick_len) != place


# ---------------------------------------------------------------- the search

cdef int look_at(Search *search, Child *child, int bound, bint counted) noexcept nogil:
    """What can be said of a position between tricks at once: a proven value that decides, or UNKNOWN."""
    cdef Goal *goal = &search.goal
    cdef Position *p = &child.p
    cdef Entry entry
    cdef int left = tricks_left(&p.s), value
    if counted and not count_node(&search.progress):
        return 0
    child.lower = -UNKNOWN
    child.upper = UNKNOWN
    if left == 0:
        return utility_at_end(goal, p)
    if left == 1 and not (p.s.to_place and cards_left(&p.s) & lv.SEVENS):
        # With the last trick forced, tokens may as well be placed after it.
        play_last(goal, p)
        return utility_at_end(goal, p)
    if search.features & USES_BOUNDS:
        find_bounds(goal, p, cards_left(&p.s), NULL, &child.lower, &child.upper)
        if child.lower >= bound or child.lower == child.upper:
            return child.lower
        if child.upper < bound:
            return child.upper
    if search.features & USES_TABLE:
        find_key(goal, &search.memory.packing, child)
        if probe(&search.slots, &child.key, child.hash, &entry):
            if entry.lower > -NO_BOUND and entry.lower + child.base >= bound:
                return entry.lower + child.base
            if entry.upper < NO_BOUND and entry.upper + child.base < bound:
                return entry.upper + child.base
    if (search.features & USES_TRICKS and not p.s.to_place and bounds_by_tricks(goal, p, bound, &value)):
        return value
    return UNKNOWN


cdef inline void keep(Search *search, const Child *child, int bound, int value, uint64_t nodes) noexcept nogil:
    if search.features & USES_TABLE:
        store(&search.slots, &child.key, child.hash,
              value - child.base if value >= bound else -NO_BOUND,
              NO_BOUND if value >= bound else value - child.base, NO_HINT, work_of(nodes + 1))


cdef inline int32_t *deferrals_like(Search *search, const Child *child, int bound) noexcept nogil:
    """How deferring went in positions like this: by tricks left, and by how much there is to lose."""
    cdef int slack = 0
    if search.features & USES_BOUNDS and child.upper > child.lower:
        slack = (bound - child.lower) * 10 // (child.upper - child.lower + 1)
    return search.memory.deferrals[child.p.s.to_place != 0][min(tricks_left(&child.p.s), 15)][
        max(0, min(10, slack))]


cdef bint proves_deferred(Search *search, Child *child, int bound, int *value) noexcept nogil:
    """Whether `bound` is reached even if the minimising side may put its token decisions off.

    One search then answers all its decisions at once, and in a game of far fewer positions.
    """
    cdef Goal *goal = &search.goal
    cdef LasVegan *s = &child.p.s
    cdef int32_t *tries
    cdef Child *deferred
    if not search.features & USES_DEFERRAL or child.p.is_deferred or goal.least_weight < 0:
        return False
    if maximises(goal, s.leader) if s.to_place else not (cards_left(s) & lv.SEVENS and lv.placements(s)):
        return False
    tries = deferrals_like(search, child, bound)
    # Between tricks it is worth its nodes only where it mostly proves the bound.
    if not s.to_place and tries[TRIED] * 70 > tries[PROVED] * 100 + 200:
        return False
    deferred = search.free_children
    search.free_children += 1
    deferred.p = child.p
    defer(&deferred.p)
    value[0] = search_child(search, deferred, bound, True)
    search.free_children -= 1
    if search.progress.stopped:
        return False
    tries[TRIED] += 1
    tries[PROVED] += value[0] >= bound
    if tries[TRIED] >> 20:
        tries[TRIED] //= 2
        tries[PROVED] //= 2
    return value[0] >= bound


cdef int search_deeply(Search *search, Child *child, int bound) noexcept nogil:
    """The value of a position between tricks that `look_at` had no answer for."""
    cdef uint64_t before = search.progress.nodes
    cdef int value
    if not proves_deferred(search, child, bound, &value):
        if search.progress.stopped:
            return 0
        if child.p.s.to_place:
            value = search_tokens(search, &child.p, bound)
        else:
            value = search_cards(search, &child.p, bound)
    if not search.progress.stopped:
        keep(search, child, bound, value, search.progress.nodes - before)
    return value


cdef int search_child(Search *search, Child *child, int bound, bint counted) noexcept nogil:
    cdef int value = look_at(search, child, bound, counted)
    if value == UNKNOWN and not search.progress.stopped:
        value = search_deeply(search, child, bound)
    return value


cdef inline bint improves(int value, int *best, bint maximising) noexcept nogil:
    if value > best[0] if maximising else value < best[0]:
        best[0] = value
        return True
    return False


cdef int search_family(Search *search, Child *children, int count, int bound, bint maximising, bint counted,
                       int *deciding) noexcept nogil:
    """The best value of some children, and which of them decided, or -1. Looks at all of them before it
    searches any: the table may know one that decides."""
    cdef int best = -UNKNOWN if maximising else UNKNOWN, i
    # With two players ordering finds the deciding child by itself.
    cdef bint families = search.features & USES_FAMILIES and not search.goal.duel
    deciding[0] = -1
    for i in range(count):
        children[i].value = look_at(search, &children[i], bound, counted)
        if children[i].value == UNKNOWN and not families:
            children[i].value = search_deeply(search, &children[i], bound)
        if search.progress.stopped:
            return 0
        if children[i].value != UNKNOWN and improves(children[i].value, &best, maximising):
            if best >= bound if maximising else best < bound:
                deciding[0] = i
                return best
    if not families:
        return best
    for i in range(count):
        if children[i].value != UNKNOWN:
            continue
        children[i].value = search_deeply(search, &children[i], bound)
        if search.progress.stopped:
            return 0
        if improves(children[i].value, &best, maximising) and (best >= bound if maximising else best < bound):
            deciding[0] = i
            return best
    return best


cdef int search_tokens(Search *search, Position *p, int bound) noexcept nogil:
    """The value where the winner of a trick has tokens to place."""
    cdef uint8_t choices[MAX_CHOICES]
    cdef Child *children = search.free_children
    cdef int seat = p.s.leader, deciding, i, value
    cdef int count = list_token_decisions(search, &p.s, choices)
    cdef Scene scene = scene_of(&search.goal, p)
    sort_choices(search, &scene, choices, count)
    search.free_children += count
    for i in range(count):
        children[i].p = p[0]
        lv.decide_token(&children[i].p.s, choices[i], False)
    value = search_family(search, children, count, bound, maximises(&search.goal, seat), count > 1, &deciding)
    search.free_children -= count
    if deciding >= 0 and not search.progress.stopped:
        remember(search, &scene, choices[deciding], tricks_left(&p.s) + 1)
    return value


cdef int search_cards(Search *search, Position *p, int bound) noexcept nogil:
    """The value where a card is to be played; `p` is left as it was.

    A forced card is played together with what came before it, and is no node of its own.
    """
    cdef uint8_t choices[MAX_CHOICES]
    cdef Goal *goal = &search.goal
    cdef LasVegan *s = &p.s
    cdef Child *children = search.free_children
    cdef int seat = lv.current_player(s), left = tricks_left(s)
    cdef bint maximising = maximises(goal, seat)
    cdef int best = -UNKNOWN if maximising else UNKNOWN
    cdef int count, i, value, deciding, lower, upper
    cdef Scene scene
    if search.features & USES_BOUNDS and s.trick_len and is_beaten(goal, s):
        find_bounds(goal, p, cards_left(s), NULL, &lower, &upper)
        if lower >= bound:
            return lower
        if upper < bound:
            return upper
    count = list_cards_to_play(search, p, seat, choices)
    scene = scene_of(goal, p)
    if count > 1:
        sort_choices(search, &scene, choices, count)
    if s.trick_len + 1 == goal.num_players:
        search.free_children += count
        for i in range(count):
            children[i].p = p[0]
            lv.lay_card(&children[i].p.s, seat, choices[i], False)
            finish_trick(goal, &children[i].p)
        best = search_family(search, children, count, bound, maximising, count > 1, &deciding)
        search.free_children -= count
        if deciding >= 0 and not search.progress.stopped:
            remember(search, &scene, choices[deciding], left)
        return best
    for i in range(count):
        if count > 1 and not count_node(&search.progress):
            return 0
        lv.lay_card(s, seat, choices[i], False)
        value = search_cards(search, p, bound)
        lv.pick_up_card(s, seat, False)
        if search.progress.stopped:
            return 0
        if improves(value, &best, maximising) and (best >= bound if maximising else best < bound):
            remember(search, &scene, choices[i], left)
            return best
    return best
