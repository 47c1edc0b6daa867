"""Las Vegan: how the seats play in the playouts of a search, by a rule of thumb rough enough to be fast.

What is expected of a position depends on how it is played on. At random, seats win tricks that nobody would
want, and a search learns from mistakes that its opponents will not make. Here a seat looks at what the trick is
worth to its winner, by the tokens that lie, and with half their mean where one may still come to lie. A good trick
it takes, with its highest card or a zero; a bad one it ducks under with the highest card that loses. What it throws off
is what hurts the winner most. It leads low. One card in eight is any legal card, since rules of thumb have exceptions.

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
    ANY_CARD = 7                    # bits of the random number that are all 0 where any card is played


cdef struct Outlook:
    # What cards are worth to who wins them, as tokens lie.
    uint64_t masks[lv.CASINO_CARDS]
    int32_t values[lv.CASINO_CARDS]     # of one card
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


cdef inline void look_out(Outlook *outlook, const LasVegan *s) noexcept nogil:
    """See what cards are worth now."""
    cdef uint64_t left = 0
    cdef int used = 0, free_sum = 0, free_count = 0, c, t, casino, value
    for c in range(lv.CASINO_CARDS):
        used |= 1 << s.placed[c]
    for t in range(s.num_tokens):
        if not (used >> t) & 1:
            free_sum += s.token_values[t]
            free_count += 1
    outlook.seven = SEVEN if lv.placements(s) else 0
    for c in range(lv.CASINO_CARDS):
        casino = s.casino[c]
        if s.placed[c] != lv.NO_TOKEN:
            value = CABBAGE * s.token_values[s.placed[c]]
        else:
            value = share(CABBAGE * free_sum, 2 * free_count) if free_count else 0
        if casino < lv.SUIT_CARD:
            outlook.masks[c] = lv.COMB << casino
        else:
            outlook.masks[c] = lv.LANE << (10 * (casino - lv.SUIT_CARD))
            value = share(value, 3)
        outlook.values[c] = value
    for c in range(s.num_players):
        left |= s.hands[c]
    c = popcount(left)
    outlook.card = share(worth_of(outlook, left), c) if c else 0
    outlook.golden = 0
    if s.golden_side:
        outlook.golden = share(CABBAGE * s.golden_value, 4)
        if s.golden_side == 1:
            outlook.golden = -outlook.golden


# ---------------------------------------------------------------- cards

cdef inline int lead(uint64_t hand, uint64_t random) noexcept nogil:
    """The lowest card of the suit of any card."""
    cdef int card = select_bit(hand, <int>((random & 0xFFFF) * popcount(hand) >> 16))
    return lowest_bit(hand & lv.suit_lane(card))


cdef inline int throw_off(const Outlook *outlook, uint64_t hand, uint64_t random) noexcept nogil:
    """A card of a seat that cannot follow suit and does not want the trick: what is worst to win."""
    cdef uint64_t cards = hand & ~lv.COMB
    cdef uint64_t bad = 0
    cdef int32_t worst = 0
    cdef int c
    cards = cards if cards else hand
    for c in range(lv.CASINO_CARDS):
        if outlook.values[c] < worst and cards & outlook.masks[c]:
            worst = outlook.values[c]
            bad = cards & outlook.masks[c]
    if bad:
        return highest_bit(bad)
    return select_bit(cards, <int>((random & 0xFFFF) * popcount(cards) >> 16))


cdef inline int answer(const Outlook *outlook, uint64_t hand, uint64_t led_lane, int best, int32_t worth,
                       bint is_last, uint64_t random) noexcept nogil:
    """The card of a seat that does not lead, where card `best` would win and a trick is expected to be of
    that worth."""
    cdef uint64_t same_suit = hand & led_lane
    cdef uint64_t higher, lower, zeros
    if not same_suit:
        zeros = hand & lv.COMB
        if worth > 0 and zeros:
            return lowest_bit(zeros)
        return throw_off(outlook, hand, random)
    if not (led_lane >> best) & 1:      # a zero of another suit has it
        return highest_bit(same_suit) if worth < 0 else lowest_bit(same_suit)
    lower = same_suit & ((1ULL << best) - 1)
    higher = same_suit ^ lower
    if worth > 0:
        return highest_bit(higher) if higher else lowest_bit(same_suit)
    if lower:
        return highest_bit(lower)
    return highest_bit(higher) if is_last else lowest_bit(higher)


cdef inline int any_card(uint64_t cards, uint64_t random) noexcept nogil:
    return select_bit(cards, <int>((random & 0xFFFF) * popcount(cards) >> 16))


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
    cdef int32_t worth = outlook.golden + (players - 1) * outlook.card
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
    cdef bint stale = True
    while True:
        while s.to_place:
            lv.decide_token(s, place_token(s), False)
            stale = True
        if not s.trick_len and not s.hands[s.leader]:
            return
        if stale:
            look_out(&outlook, s)
            stale = False
        if s.trick_len:
            finish_open_trick(s, &outlook, rng)
        else:
            play_trick(s, &outlook, rng, s.num_players)
