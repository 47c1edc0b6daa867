# Las Vegan: what can be said of a position without searching it. Included by `_prover.pxi`.
#
# All bounds are on the utility of the end of the round: the weighted sum of the seats' changes in
# cabbages. Seats of weight +1 maximise it, the others minimise it.

from cabbage cimport _las_vegan as lv
from cabbage._las_vegan cimport LasVegan


cdef enum:
    UNKNOWN = 1 << 28               # no utility, and further out than any
    NO_BOUND = 30_000               # fits an entry of the table
    NOBODY = 7                      # in `Goal.solo`

    MIN_SIDE = 1                    # of the golden card
    MAX_SIDE = 2


cdef struct Goal:
    # What a search is about: constant from its root on.
    int num_players
    int weights[lv.MAX_PLAYERS]
    int least_weight
    int solo                        # the seat that stands alone against all others, whose results do not count
    bint duel                       # two players, own result less the other's
    uint64_t counted[lv.CASINO_CARDS]   # the cards that each casino card counts
    bint by_threes[lv.CASINO_CARDS]
    int same_token[lv.MAX_TOKENS + 1]   # of tokens of equal value the first
    bint by_order                   # keys hold who has which card in what order, not which cards


cdef struct Position:
    LasVegan s
    # In a deferred position (see `defer`) no token is placed any more: the minimising side has
    # the right to place so many at the end of the round.
    uint8_t is_deferred
    uint8_t rights


cdef struct Limits:
    # What a seat can be held to: at most so many more cards of each casino card, and tricks.
    int seat
    int cards[lv.CASINO_CARDS]
    int tricks


cdef void set_goal(Goal *goal, const LasVegan *s, const int *weights) noexcept nogil:
    cdef int seat, c, t, ones = 0, others = 0
    goal.num_players = s.num_players
    goal.least_weight = 1
    goal.solo = NOBODY
    for seat in range(s.num_players):
        goal.weights[seat] = weights[seat]
        goal.least_weight = min(goal.least_weight, weights[seat])
        ones += weights[seat] > 0
        others += weights[seat] != 0
    if ones == 1 and others == 1:
        for seat in range(s.num_players):
            if weights[seat] > 0:
                goal.solo = seat
    goal.duel = s.num_players == 2 and ones == 1 and others == 2
    goal.by_order = s.num_players <= 4 and (goal.solo != NOBODY or goal.duel)
    for c in range(lv.CASINO_CARDS):
        goal.by_threes[c] = s.casino[c] >= lv.SUIT_CARD
        if goal.by_threes[c]:
            goal.counted[c] = lv.LANE << (10 * (s.casino[c] - lv.SUIT_CARD))
        else:
            goal.counted[c] = lv.COMB << s.casino[c]
    goal.same_token[lv.NO_TOKEN] = lv.NO_TOKEN
    for t in range(lv.MAX_TOKENS):
        goal.same_token[t] = t
        for c in range(t):
            if t < s.num_tokens and s.token_values[c] == s.token_values[t]:
                goal.same_token[t] = goal.same_token[c]
                break


# ---------------------------------------------------------------- looking

cdef inline uint64_t cards_left(const LasVegan *s) noexcept nogil:
    """All cards still in hands."""
    return s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3] | s.hands[4] | s.hands[5]


cdef inline uint64_t open_cards(const LasVegan *s) noexcept nogil:
    """The cards of the open trick."""
    cdef uint64_t cards = 0
    cdef int place
    for place in range(s.trick_len):
        cards |= 1ULL << s.trick[place]
    return cards


cdef inline int tricks_left(const LasVegan *s) noexcept nogil:
    """Tricks still to be won, the open one among them."""
    return popcount(s.hands[s.leader]) + (s.trick_len != 0)


cdef inline bint maximises(const Goal *goal, int seat) noexcept nogil:
    return goal.weights[seat] > 0


cdef inline int tokens_left(const LasVegan *s) noexcept nogil:
    """The ordinary tokens not yet placed, as bits."""
    return ~((1 << s.placed[0]) | (1 << s.placed[1]) | (1 << s.placed[2])) & ((1 << s.num_tokens) - 1)


cdef inline int free_places(const LasVegan *s) noexcept nogil:
    """How many more tokens can be placed at most."""
    cdef int places = ((s.placed[0] == lv.NO_TOKEN) + (s.placed[1] == lv.NO_TOKEN)
                       + (s.placed[2] == lv.NO_TOKEN))
    return min(places, popcount(tokens_left(s))) + (s.golden_side == 0)


cdef inline int weighted_count(const Goal *goal, const LasVegan *s, int c) noexcept nogil:
    """How often casino card `c` pays, seats weighted."""
    cdef int seat, count = 0
    for seat in range(goal.num_players):
        if goal.weights[seat]:
            count += goal.weights[seat] * lv.casino_count(s.casino[c], s.piles[seat])
    return count


cdef inline int won_so_far(const Goal *goal, const LasVegan *s) noexcept nogil:
    """What the tokens on casino cards pay for the tricks won so far."""
    cdef int c, points = 0
    for c in range(lv.CASINO_CARDS):
        if s.placed[c] != lv.NO_TOKEN and s.token_values[s.placed[c]]:
            points += s.token_values[s.placed[c]] * weighted_count(goal, s, c)
    return points


cdef inline int final_utility(const Goal *goal, const LasVegan *s) noexcept nogil:
    cdef int32_t points[lv.MAX_PLAYERS]
    cdef int seat, utility = 0
    lv.score(s, points)
    for seat in range(goal.num_players):
        utility += goal.weights[seat] * points[seat]
    return utility


cdef enum:
    SEVENS_MATTER = 8               # among the flags of `ranks_that_matter`; 1 << c for casino card c


cdef inline int ranks_that_matter(const Goal *goal, const Position *p, bint sevens) noexcept nogil:
    """Which ranks, besides 0, some rule may yet look at: those of casino cards, and 7 as long as tokens can
    be placed. `sevens`: whether any is left. All other cards are no more than their order in a suit."""
    cdef const LasVegan *s = &p.s
    cdef bint may_place = (sevens or p.rights or s.to_place) and lv.placements(s)
    cdef int c, flags = 0
    cdef bint matters
    if may_place and sevens and not (p.is_deferred and p.rights >= free_places(s)):
        flags = SEVENS_MATTER
    for c in range(lv.CASINO_CARDS):
        if not goal.by_threes[c]:
            if s.placed[c] != lv.NO_TOKEN:
                matters = s.token_values[s.placed[c]] != 0
            else:
                matters = may_place and tokens_left(s) != 0
            flags |= <int>matters << c
    return flags


cdef inline uint64_t cards_that_matter(const Goal *goal, int flags) noexcept nogil:
    """The cards of those ranks, and the zeros."""
    cdef uint64_t cards = lv.COMB
    cdef int c
    if flags & SEVENS_MATTER:
        cards |= lv.SEVENS
    for c in range(lv.CASINO_CARDS):
        if (flags >> c) & 1:
            cards |= goal.counted[c]
    return cards


# ---------------------------------------------------------------- the golden card

cdef inline bint can_take_golden(const Goal *goal, const LasVegan *s, int side, int won, int left) noexcept nogil:
    """Whether the seat that stands alone may be paid, if it wins `won` of the `left` tricks and the
    others share the rest as they like."""
    cdef int mine = lv.tricks_won(s, goal.solo) + won - (side == MAX_SIDE and s.flags & lv.TIE_PAYS_NOBODY != 0)
    cdef int rest = left - won, missing = 0, room = 0, seat, other
    mine += side == MIN_SIDE and s.flags & lv.TIE_PAYS_NOBODY != 0
    for seat in range(goal.num_players):
        if seat != goal.solo:
            other = lv.tricks_won(s, seat)
            if side == MAX_SIDE and other > mine:
                return False
            missing += max(0, mine - other)
            room += mine - other
    return missing <= rest if side == MIN_SIDE else room >= rest


cdef inline bint can_escape_golden(const Goal *goal, const LasVegan *s, int side, int won, int left) noexcept nogil:
    """Whether it may be paid nothing."""
    cdef int mine = lv.tricks_won(s, goal.solo) + won
    cdef int rest = left - won, tie = s.flags & lv.TIE_PAYS_NOBODY != 0, seat, other, extreme = -UNKNOWN
    for seat in range(goal.num_players):
        if seat != goal.solo:
            other = lv.tricks_won(s, seat)
            extreme = max(extreme, other if side == MAX_SIDE else -other)
    if side == MAX_SIDE:
        return extreme + rest > mine - tie
    # One other seat must take all the rest; of several one can stay as it is.
    return (rest if goal.num_players == 2 else 0) - extreme < mine + tie


cdef inline void golden_of_solo(const Goal *goal, const LasVegan *s, int side, int left, int fewest, int most,
                                int *lower, int *upper) noexcept nogil:
    """What the golden token can pay the one seat that counts, if it wins `fewest` to `most` of the tricks
    left. The more it wins, the likelier it is paid on `max` and the less likely on `min`."""
    cdef bint takes = can_take_golden(goal, s, side, most if side == MAX_SIDE else fewest, left)
    cdef bint escapes = can_escape_golden(goal, s, side, fewest if side == MAX_SIDE else most, left)
    lower[0] = min(<int>s.golden_value, 0) if escapes else s.golden_value
    upper[0] = max(<int>s.golden_value, 0) if escapes else s.golden_value
    if not takes:
        lower[0] = upper[0] = 0


cdef inline int golden_of_lead(const LasVegan *s, int side, int lead) noexcept nogil:
    """What the golden token pays a player that has won so many tricks more than the other, the other's
    result taken off. A tie pays nothing then."""
    if lead == 0:
        return 0
    return s.golden_value if (lead > 0) == (side == MAX_SIDE) else -s.golden_value


cdef inline void golden_of_duel(const Goal *goal, const LasVegan *s, int side, int left, int fewest, int most,
                                int *lower, int *upper) noexcept nogil:
    """The same for two players whose results are set against each other."""
    cdef int me = 0 if goal.weights[0] > 0 else 1
    cdef int lead = lv.tricks_won(s, me) - lv.tricks_won(s, 1 - me) - left
    cdef int one = golden_of_lead(s, side, lead + 2 * fewest)
    cdef int other = golden_of_lead(s, side, lead + 2 * most)
    lower[0] = min(one, other)
    upper[0] = max(one, other)


cdef inline void golden_of_any(const Goal *goal, const LasVegan *s, int side, int left,
                               int *lower, int *upper) noexcept nogil:
    """The same for any weights, each seat looked at alone."""
    cdef int tie = 1 if s.flags & lv.TIE_PAYS_NOBODY else 0
    cdef int seat, other, ahead, value
    cdef bint can, must
    lower[0] = upper[0] = 0
    for seat in range(goal.num_players):
        if not goal.weights[seat]:
            continue
        can = must = True
        for other in range(goal.num_players):
            if other != seat:
                ahead = lv.tricks_won(s, seat) - lv.tricks_won(s, other)
                if side == MIN_SIDE:
                    ahead = -ahead
                can = can and ahead + left >= tie
                must = must and ahead - left >= tie
        value = goal.weights[seat] * s.golden_value
        if can:
            lower[0] += value if must else min(value, 0)
            upper[0] += value if must else max(value, 0)


cdef inline void golden_bounds(const Goal *goal, const LasVegan *s, int side, int left, int fewest, int most,
                               int *lower, int *upper) noexcept nogil:
    if goal.solo != NOBODY:
        golden_of_solo(goal, s, side, left, fewest, most, lower, upper)
    elif goal.duel:
        golden_of_duel(goal, s, side, left, fewest, most, lower, upper)
    else:
        golden_of_any(goal, s, side, left, lower, upper)


# ---------------------------------------------------------------- bounds on the end

cdef inline void count_bounds(const Goal *goal, const LasVegan *s, int c, uint64_t pool, const Limits *limits,
                              int *lower, int *upper) noexcept nogil:
    """Bounds on how often casino card `c` pays in the end, seats weighted, if the cards of `pool` are
    still to be won."""
    cdef int left = popcount(pool & goal.counted[c])
    cdef int seat, count, for_us = 0, against_us = 0, so_far = 0, mine, other, fewest = 0, most = left
    if goal.duel:
        seat = 0 if goal.weights[0] > 0 else 1
        if limits and limits.seat == seat:
            most = min(left, limits.cards[c])
        elif limits:
            fewest = max(0, left - limits.cards[c])
        mine = popcount(s.piles[seat] & goal.counted[c])
        other = popcount(s.piles[1 - seat] & goal.counted[c]) + left
        if goal.by_threes[c]:
            lower[0] = (mine + fewest) // 3 - (other - fewest) // 3
            upper[0] = (mine + most) // 3 - (other - most) // 3
        else:
            lower[0] = mine - other + 2 * fewest
            upper[0] = mine - other + 2 * most
        return
    if limits:
        left = min(left, limits.cards[c])
    for seat in range(goal.num_players):
        if goal.weights[seat]:
            count = popcount(s.piles[seat] & goal.counted[c])
            if goal.by_threes[c]:
                so_far += goal.weights[seat] * (count // 3)
                if goal.weights[seat] > 0:
                    for_us += count % 3
                else:
                    against_us += count % 3
            else:
                so_far += goal.weights[seat] * count
    if goal.by_threes[c]:
        # Seats of a side may put together what none of them has of a group: a bound all the same.
        upper[0] = so_far + (for_us + left) // 3
        lower[0] = so_far - ((against_us + left) // 3 if goal.least_weight < 0 else 0)
    else:
        upper[0] = so_far + left
        lower[0] = so_far - (left if goal.least_weight < 0 else 0)


cdef inline void sort_four(int *values, int count) noexcept nogil:
    """Ascending."""
    cdef int i, j, value
    for i in range(1, count):
        value = values[i]
        j = i
        while j and values[j - 1] > value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value


cdef void find_bounds(const Goal *goal, const Position *p, uint64_t pool, const Limits *limits,
                      int *lower, int *upper) noexcept nogil:
    """Bounds on the utility of the end.

    `pool` are the cards that may still count for or against a seat of weight: those in hands, and
    those of an open trick unless it is lost to all such seats. With `limits` the bounds hold if that
    seat is held to them.
    """
    cdef const LasVegan *s = &p.s
    cdef int left = tricks_left(s)
    cdef int fewest = 0, most = left
    cdef int placings = (popcount((cards_left(s) | open_cards(s)) & lv.SEVENS) + s.to_place + p.rights)
    cdef int places = free_places(s) if placings else 0
    cdef int tokens = tokens_left(s) if places else 0
    cdef int least_token = UNKNOWN, greatest_token = -UNKNOWN, token
    cdef int worst[lv.CASINO_CARDS + 1]
    cdef int best[lv.CASINO_CARDS + 1]
    cdef int open_places = 0, c, low, high, low_of_max, high_of_max, value
    lower[0] = upper[0] = 0
    if limits:
        if goal.duel and maximises(goal, limits.seat) == 0:
            fewest = left - limits.tricks
        else:
            most = limits.tricks
    for token in range(s.num_tokens):
        if (tokens >> token) & 1:
            least_token = min(least_token, s.token_values[token])
            greatest_token = max(greatest_token, s.token_values[token])
    for c in range(lv.CASINO_CARDS):
        if s.placed[c] == lv.NO_TOKEN and not tokens:
            continue
        count_bounds(goal, s, c, pool, limits, &low, &high)
        if s.placed[c] != lv.NO_TOKEN:
            value = s.token_values[s.placed[c]]
            lower[0] += value * (low if value > 0 else high)
            upper[0] += value * (high if value > 0 else low)
        else:
            worst[open_places] = min(min(least_token * low, least_token * high),
                                     min(greatest_token * low, greatest_token * high))
            best[open_places] = -max(max(least_token * low, least_token * high),
                                     max(greatest_token * low, greatest_token * high))
            open_places += 1
    if s.golden_side:
        golden_bounds(goal, s, s.golden_side, left, fewest, most, &low, &high)
        lower[0] += low
        upper[0] += high
    elif places:
        golden_bounds(goal, s, MIN_SIDE, left, fewest, most, &low, &high)
        golden_bounds(goal, s, MAX_SIDE, left, fewest, most, &low_of_max, &high_of_max)
        worst[open_places] = min(low, low_of_max)
        best[open_places] = -max(high, high_of_max)
        open_places += 1
    sort_four(worst, open_places)
    sort_four(best, open_places)
    for c in range(min(min(open_places, placings), places)):
        lower[0] += min(worst[c], 0)
        # At the end the minimising side may leave its rights unused.
        if not p.is_deferred:
            upper[0] -= min(best[c], 0)


# ---------------------------------------------------------------- tricks that can be lost, or won

cdef inline bint lies_under(uint64_t mine, uint64_t others) noexcept nogil:
    """Whether, of one suit, my lowest card is under the others' lowest, my second under their second,
    and so on, as long as both have any: then whenever the suit is led I have a card under the lead,
    and it stays so when I play the highest one that is (Hall's theorem)."""
    while mine and others:
        if lowest_bit(mine) > lowest_bit(others):
            return False
        mine &= mine - 1
        others &= others - 1
    return True


cdef inline uint64_t highest_off(uint64_t cards) noexcept nogil:
    """A set without its highest card."""
    cdef uint64_t rest = cards
    while rest & (rest - 1):
        rest &= rest - 1
    return cards ^ rest


cdef int most_tricks(const LasVegan *s, int me) noexcept nogil:
    """Tricks that seat `me` can be made to win at most, if it does nothing but lose tricks; -1 if that
    cannot be said. The position is between tricks.

    In every suit it must lie under the others, and on lead have a card that surely loses: one below all
    cards that some other seat has of the suit. Void in the led suit it throws the highest card of some
    other suit. That leaves zeros, which win where they do not follow: at worst it is left with nothing
    else, and wins the last tricks, as many as it has zeros.
    """
    cdef uint64_t hand = s.hands[me]
    cdef uint64_t others = cards_left(s) & ~hand
    cdef uint64_t lane, rest, suit_of_seat
    cdef int suit, seat, card
    for suit in range(4):
        lane = lv.LANE << (10 * suit)
        if not lies_under(hand & lane, others & lane):
            return -1
    if s.leader != me or not hand & ~lv.COMB:
        return popcount(hand & lv.COMB)
    rest = hand
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        lane = lv.suit_lane(card)
        for seat in range(s.num_players):
            suit_of_seat = s.hands[seat] & lane
            # At least one card of the others goes with mine; that it is their highest is the worst.
            if (seat != me and suit_of_seat and lowest_bit(suit_of_seat) > card
                    and lies_under(hand & lane & ~(1ULL << card), highest_off(others & lane))):
                return popcount(hand & lv.COMB & ~(1ULL << card))
    return -1


cdef inline void limit_losing(const Goal *goal, const LasVegan *s, int me, int tricks, Limits *limits) noexcept nogil:
    """What `most_tricks` holds seat `me` to: its zeros, and what the others play to them."""
    cdef uint64_t others = cards_left(s) & ~s.hands[me]
    cdef int c
    limits.seat = me
    limits.tricks = tricks
    for c in range(lv.CASINO_CARDS):
        limits.cards[c] = 0
        if tricks:
            limits.cards[c] = (popcount(s.hands[me] & lv.COMB & goal.counted[c])
                               + min(popcount(others & goal.counted[c]), (s.num_players - 1) * tricks))


cdef bint wins_all(const LasVegan *s) noexcept nogil:
    """Whether the leader of two players can win all tricks, leading its highest cards."""
    cdef uint64_t mine = s.hands[s.leader]
    cdef uint64_t other = s.hands[1 - s.leader]
    cdef uint64_t mine_of_suit, other_of_suit, top
    cdef int suit, higher
    if other & lv.COMB:
        return False
    for suit in range(4):
        mine_of_suit = mine & (lv.LANE << (10 * suit))
        other_of_suit = other & (lv.LANE << (10 * suit))
        if mine_of_suit and other_of_suit:
            top = other_of_suit ^ highest_off(other_of_suit)
            higher = popcount(mine_of_suit & ~(top - 1))
            if higher < min(popcount(mine_of_suit), popcount(other_of_suit)):
                return False
    return True


cdef bint bounds_by_tricks(const Goal *goal, const Position *p, int bound, int *value) noexcept nogil:
    """Whether tricks that surely can be lost or won decide the question, `value` then being the proven
    bound. The position is between tricks."""
    cdef const LasVegan *s = &p.s
    cdef uint64_t pool = cards_left(s)
    cdef Limits limits
    cdef int seat, tricks, lower, upper, c
    for seat in range(goal.num_players):
        if not (seat == goal.solo or goal.duel):
            continue
        tricks = most_tricks(s, seat)
        if tricks >= 0:
            limit_losing(goal, s, seat, tricks, &limits)
            find_bounds(goal, p, pool, &limits, &lower, &upper)
            value[0] = lower if maximises(goal, seat) else upper
            if lower >= bound if maximises(goal, seat) else upper < bound:
                return True
    if goal.duel and wins_all(s):
        # The other seat is held to nothing.
        limits.seat = 1 - s.leader
        limits.tricks = 0
        for c in range(lv.CASINO_CARDS):
            limits.cards[c] = 0
        find_bounds(goal, p, pool, &limits, &lower, &upper)
        value[0] = lower if maximises(goal, s.leader) else upper
        return lower >= bound if maximises(goal, s.leader) else upper < bound
    return False
