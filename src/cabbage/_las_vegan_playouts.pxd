"""Las Vegan: random play to the end of a round, at the speed of the processor."""

from libc.stdint cimport uint32_t, uint64_t

from cabbage cimport _las_vegan as lv
from cabbage._bits cimport popcount, select_bit
from cabbage._las_vegan cimport LasVegan
from cabbage._rng cimport Rng, rng_below


cdef inline int choose(uint64_t mask, Rng *rng) noexcept nogil:
    """One of the set bits of `mask`, every one equally likely."""
    return select_bit(mask, <int>rng_below(rng, <uint32_t>popcount(mask)))


cdef inline int play_random_trick(LasVegan *s, Rng *rng, int players) noexcept nogil:
    """Play one whole trick from its lead with random legal cards, its token decisions included.

    The rules are the kernel's; what is saved is the bookkeeping of a trick that nobody looks at
    half-way. Returns the number of actions.
    """
    cdef int seat = s.leader
    cdef int card = choose(s.hands[seat], rng)
    cdef uint64_t led_lane = lv.suit_lane(card)
    cdef uint64_t cards = 1ULL << card
    cdef int best = lv.strength(card, 0, led_lane)
    cdef int place, claim, actions = players
    s.hands[seat] ^= cards
    for place in range(1, players):
        seat = seat + 1 if seat + 1 < players else 0
        card = choose(lv.follow(s.hands[seat], led_lane), rng)
        s.hands[seat] ^= 1ULL << card
        cards |= 1ULL << card
        claim = lv.strength(card, place, led_lane)
        best = claim if claim > best else best
    seat = s.leader + (best & 7)
    lv.collect_trick(s, seat - players if seat >= players else seat, cards)
    while s.to_place:
        lv.decide_token(s, choose(lv.token_mask(s), rng), False)
        actions += 1
    return actions


cdef inline int play_out(LasVegan *s, Rng *rng) noexcept nogil:
    """Play random legal actions to the end of the round. Returns their number."""
    cdef int actions = 0
    while s.trick_len or s.to_place:
        lv.play(s, choose(lv.legal_mask(s), rng), False)
        actions += 1
    while s.hands[s.leader]:
        actions += play_random_trick(s, rng, s.num_players)
    return actions
