"""Las Vegan: how the seats play in the playouts of a search, by a rule of thumb rough enough to be fast.

What is expected of a position depends on how it is played on. At random, seats win tricks that nobody would
want, and a search learns from mistakes that its opponents will not make. Here a seat looks at what the trick is
worth to its winner, by the tokens that lie, and with half their mean where one may still come to lie. A good trick
it takes, with its highest card or a zero; a bad one it ducks under with the highest card that loses. What it throws off
is what hurts the winner most. It leads low. One card in eight (where the upper three bits of a random number are 0)
is any legal card, since rules of thumb have exceptions.

Values are counted in twelfths of a cabbage, so that a third of a group is a whole number.
"""

from libc.stdint cimport int32_t, uint64_t

from cabbage cimport _las_vegan as lv
from cabbage._bits cimport highest_bit, lowest_bit, popcount, select_bit
from cabbage._las_vegan cimport LasVegan
from cabbage._rng cimport Rng, rng_next


cdef enum:
    CABBAGE = 12
    SEVEN = 10                      # what it is worth to place a token


cdef struct Outlook:
    # What cards are worth to who wins them, as tokens lie.
    uint64_t masks[lv.CASINO_CARDS]
    int32_t values[lv.CASINO_CARDS]     # of one card
    uint64_t bad[lv.CASINO_CARDS]   # the cards of the values below 0, the worst value first
    int32_t seven
    int32_t card                    # of the cards that nobody has won yet, on average
    int32_t golden                  # what it is worth to win a trick because of the golden token


cdef inline int32_t worth_of(const Outlook *outlook, uint64_t cards) noexcept nogil:
    """What some cards are worth to who wins them."""
    return (outlook.values[0] * popcount(cards & outlook.masks[0])
            + outlook.values[1] * popcount(cards & outlook.masks[1])
            + outlook.values[2] * popcount(cards & outlook.masks[2])
            + outlook.seven * popcount(cards & lv.SEVENS))


cdef inline int32_t share(int32_t value, int32_t parts) noexcept nogil:
    """A part of a value, rounded towards 0, however whoever compiles this has negative numbers divided."""
    return value // parts if value >= 0 else -(-value // parts)


cdef inline void put_in_order(Outlook *outlook, int32_t *values, int i, int j) noexcept nogil:
    """See that of two sets of bad cards the worse one comes first."""
    cdef bint swap = values[j] < values[i]
    cdef uint64_t cards = outlook.bad[i] ^ outlook.bad[j]
    cdef int32_t value = values[i] ^ values[j]
    cards = cards if swap else 0
    value = value if swap else 0
    outlook.bad[i] ^= cards
    outlook.bad[j] ^= cards
    values[i] ^= value
    values[j] ^= value


cdef inline void look_out(Outlook *outlook, const LasVegan *s) noexcept nogil:
    """See what cards are worth now."""
    cdef int32_t values[lv.CASINO_CARDS]
    cdef uint64_t left = 0
    cdef int32_t value, to_come = 0
    cdef int used = 0, free_sum = 0, free_count = 0, c, t, casino
    for c in range(lv.CASINO_CARDS):
        used |= 1 << s.placed[c]
    for t in range(s.num_tokens):
        free_sum += 0 if (used >> t) & 1 else s.token_values[t]
        free_count += 0 if (used >> t) & 1 else 1
    if free_count:
        to_come = share(CABBAGE * free_sum, 2 * free_count)
    outlook.seven = SEVEN if lv.placements(s) else 0
    for c in range(lv.CASINO_CARDS):
        casino = s.casino[c]
        value = to_come if s.placed[c] == lv.NO_TOKEN else CABBAGE * s.token_values[s.placed[c]]
        if casino < lv.SUIT_CARD:
            outlook.masks[c] = lv.COMB << casino
        else:
            outlook.masks[c] = lv.LANE << (10 * (casino - lv.SUIT_CARD))
            value = share(value, 3)
        outlook.values[c] = values[c] = value
        outlook.bad[c] = outlook.masks[c] if value < 0 else 0
    put_in_order(outlook, values, 0, 1)
    put_in_order(outlook, values, 1, 2)
    put_in_order(outlook, values, 0, 1)
    for c in range(s.num_players):
        left |= s.hands[c]
    c = popcount(left)
    outlook.card = share(worth_of(outlook, left), c) if c else 0
    outlook.golden = 0
    if s.golden_side:
        outlook.golden = share(CABBAGE * s.golden_value, 4)
        outlook.golden = -outlook.golden if s.golden_side == 1 else outlook.golden


# ---------------------------------------------------------------- cards

cdef inline int any_card(uint64_t cards, uint64_t random) noexcept nogil:
    """One of some cards, by the low bits of a random number."""
    return select_bit(cards, <int>((random & 0xFFFF) * popcount(cards) >> 16))


cdef inline int lead(uint64_t hand, uint64_t random) noexcept nogil:
    """The lowest card of the suit of any card."""
    return lowest_bit(hand & lv.suit_lane(any_card(hand, random)))


cdef inline uint64_t thrown_off(const Outlook *outlook, uint64_t hand) noexcept nogil:
    """The cards among which a seat chooses that cannot follow suit and does not want the trick: what is worst to
    win, and no zeros, which might."""
    cdef uint64_t cards = hand & ~lv.COMB
    cards = cards if cards else hand
    cards = cards & outlook.bad[2] if cards & outlook.bad[2] else cards
    cards = cards & outlook.bad[1] if cards & outlook.bad[1] else cards
    return cards & outlook.bad[0] if cards & outlook.bad[0] else cards


cdef inline int answer(const Outlook *outlook, uint64_t hand, uint64_t led_lane, int best, int32_t worth,
                       bint is_last, uint64_t random) noexcept nogil:
    """The card of a seat that does not lead, where card `best` would win and a trick is expected to be of
    that worth. What is anybody's guess is a choice of data here and no branch."""
    cdef uint64_t same_suit = hand & led_lane
    cdef uint64_t lower, cards
    cdef bint wants = worth > 0, high
    if not same_suit:
        cards = hand & lv.COMB if wants else 0
        return any_card(cards if cards else thrown_off(outlook, hand), random)
    # Where a zero of another suit has the trick, all cards lose.
    lower = same_suit & ((1ULL << best) - 1) if (led_lane >> best) & 1 else same_suit
    cards = same_suit ^ lower if wants else lower
    high = cards != 0 or (is_last and not wants)
    cards = cards if cards else same_suit
    return highest_bit(cards) if high else lowest_bit(cards)


cdef inline void finish_open_trick(LasVegan *s, const Outlook *outlook, Rng *rng) noexcept nogil:
    """Play on to the end of a trick that has been led."""
    cdef uint64_t led_lane = lv.suit_lane(s.trick[0])
    cdef uint64_t lying = 0, random
    cdef int best, card, i
    cdef int32_t worth
    while s.trick_len:
        random = rng_next(rng)
        lying = 0
        for i in range(s.trick_len):
            lying |= 1ULL << s.trick[i]
        best = s.trick[lv.trick_winner(s.trick, s.trick_len)]
        worth = worth_of(outlook, lying) + outlook.golden + (s.num_players - s.trick_len) * outlook.card
        card = choose_answer(outlook, s.hands[lv.current_player(s)], led_lane, best, worth,
                             s.trick_len + 1 == s.num_players, random)
        lv.play(s, card, False)


cdef inline int choose_answer(const Outlook *outlook, uint64_t hand, uint64_t led_lane, int best, int32_t worth,
                              bint is_last, uint64_t random) noexcept nogil:
    """`answer`, or now and then any legal card."""
    if not (random >> 61):
        return any_card(lv.follow(hand, led_lane), random)
    return answer(outlook, hand, led_lane, best, worth, is_last, random)


cdef inline void play_trick(LasVegan *s, const Outlook *outlook, Rng *rng, int players) noexcept nogil:
    """Play one whole trick from its lead. The rules are the kernel's."""
    cdef int seat = s.leader
    cdef uint64_t random = rng_next(rng)
    cdef int card = lead(s.hands[seat], random) if random >> 61 else any_card(s.hands[seat], random)
    cdef uint64_t led_lane = lv.suit_lane(card)
    cdef uint64_t cards = 1ULL << card
    cdef int claim, place, best_card = card
    cdef int best = lv.strength(card, 0, led_lane)
    cdef int32_t worth
    s.hands[seat] ^= cards
    for place in range(1, players):
        seat = seat + 1 if seat + 1 < players else 0
        random = rng_next(rng)
        worth = worth_of(outlook, cards) + outlook.golden + (players - place) * outlook.card
        card = choose_answer(outlook, s.hands[seat], led_lane, best_card, worth, place + 1 == players, random)
        s.hands[seat] ^= 1ULL << card
        cards |= 1ULL << card
        claim = lv.strength(card, place, led_lane)
        if claim > best:
            best = claim
            best_card = card
    seat = s.leader + (best & 7)
    lv.collect_trick(s, seat - players if seat >= players else seat, cards)


# ---------------------------------------------------------------- tokens

cdef inline int place_token(const LasVegan *s) noexcept nogil:
    """The token that is best by the cards won so far, for the seat beside the mean of all; to pass if none is
    good and passing is allowed."""
    cdef uint64_t mine = s.piles[s.leader], all_won = 0
    cdef int used = 0, best_token = -1, worst_token = -1, c, t, action = lv.PASS, token
    cdef int32_t best = 0, ahead, gain
    cdef bint may_pass = s.flags & lv.OPTIONAL_TOKENS
    if not may_pass:
        best = -(1 << 30)
    for c in range(s.num_players):
        all_won |= s.piles[c]
    for c in range(lv.CASINO_CARDS):
        used |= 1 << s.placed[c]
    for t in range(s.num_tokens):
        if (used >> t) & 1:
            continue
        if best_token < 0 or s.token_values[t] > s.token_values[best_token]:
            best_token = t
        if worst_token < 0 or s.token_values[t] < s.token_values[worst_token]:
            worst_token = t
    if not s.golden_side:
        # Of the tricks won, how far the seat is from the mean of all.
        ahead = s.num_players * popcount(mine) - popcount(all_won)
        ahead = 3 if ahead > 0 else -3 if ahead < 0 else 0
        gain = s.golden_value * ahead * s.num_players
        if gain > best:
            best = gain
            action = lv.GOLDEN_MAX
        if -gain > best:
            best = -gain
            action = lv.GOLDEN_MIN
    if best_token < 0:
        return action
    for c in range(lv.CASINO_CARDS):
        if s.placed[c] != lv.NO_TOKEN:
            continue
        ahead = ahead_in(s, c, mine, all_won)
        token = best_token if ahead > 0 else worst_token
        gain = s.token_values[token] * ahead
        if gain > best:
            best = gain
            action = lv.FIRST_TOKEN + 3 * token + c
    return action


cdef inline int32_t ahead_in(const LasVegan *s, int c, uint64_t mine, uint64_t all_won) noexcept nogil:
    """How many cards more than the mean of all a seat has that a casino card pays for, in thirds and times the
    players."""
    cdef int casino = s.casino[c]
    cdef uint64_t mask = lv.COMB << casino
    cdef int32_t size = 3
    if casino >= lv.SUIT_CARD:
        mask = lv.LANE << (10 * (casino - lv.SUIT_CARD))
        size = 1
    return size * (s.num_players * popcount(mine & mask) - popcount(all_won & mask))


# ---------------------------------------------------------------- to the end

cdef inline void play_on(LasVegan *s, Rng *rng) noexcept nogil:
    """Play to the end of the round."""
    cdef Outlook outlook
    look_out(&outlook, s)
    while True:
        if s.to_place:
            while s.to_place:
                lv.decide_token(s, place_token(s), False)
            look_out(&outlook, s)
        if s.trick_len:
            finish_open_trick(s, &outlook, rng)
        elif s.hands[s.leader]:
            play_trick(s, &outlook, rng, s.num_players)
        else:
            return
