"""Las Vegan: what the seats have shown, and the worlds that a seat must reckon with.

A seat that does not follow suit has shown that it holds no card of that suit, and never will again in this
round. Nothing else is shown: any card that is legal may be played. So a *world*, a way in which the cards
that a seat does not see may lie, is consistent with all that has been played exactly if no hand has a card
of a suit that its seat is void in, and every such world is as likely as every other.

Voids are a word with bit `4 * seat + suit`.
"""

from libc.stdint cimport uint32_t, uint64_t

from cabbage._bits cimport popcount, select_bit
from cabbage._las_vegan cimport LANE, MAX_PLAYERS, NUM_CARDS, LasVegan, current_player, suit_of
from cabbage._rng cimport Rng, rng_below
from cabbage._worlds cimport (
    MOST_CLASSES,
    MOST_GROUPS,
    NO_WORLD,
    Filling,
    add_to_classes,
    add_to_groups,
    begin_filling,
    fill_by_hands,
)


# ---------------------------------------------------------------- what is shown

cdef inline uint32_t voids_after(const LasVegan *s, int action, uint32_t voids) noexcept nogil:
    """The voids shown once the legal `action` is played in `s`, where `voids` are shown."""
    cdef int led
    if not s.trick_len or action >= NUM_CARDS:
        return voids
    led = suit_of(s.trick[0])
    return voids | <uint32_t>(suit_of(action) != led) << (4 * current_player(s) + led)


# ---------------------------------------------------------------- drawing a world

cdef inline uint64_t unseen(const LasVegan *s, int seat, uint64_t deck) noexcept nogil:
    """The cards that `seat` does not see: those of other hands, and those left over."""
    cdef uint64_t cards = deck & ~s.hands[seat]
    cdef int i
    for i in range(s.num_players):
        cards &= ~s.piles[i]
    for i in range(s.trick_len):
        cards &= ~(1ULL << s.trick[i])
    return cards


cdef inline uint64_t draw_cards(uint64_t *source, int count, Rng *rng) noexcept nogil:
    """Take `count` cards, no more than there are, out of a set; every choice is equally likely."""
    cdef uint64_t cards = source[0], drawn = 0, bit
    cdef int there = popcount(cards)
    cdef bint stays = 2 * count > there     # it is less work to draw those that stay
    count = there - count if stays else count
    while count:
        bit = 1ULL << select_bit(cards, <int>rng_below(rng, there))
        cards ^= bit
        drawn |= bit
        there -= 1
        count -= 1
    source[0] = drawn if stays else cards
    return cards if stays else drawn


cdef inline uint64_t lanes_of(uint64_t suits) noexcept nogil:
    """The cards of a set of suits."""
    return (((suits & 1) | (suits & 2) << 9 | (suits & 4) << 18 | (suits & 8) << 27)) * LANE


cdef inline bint fill_groups(Filling *f, const uint64_t *denied, uint64_t *unknown,
                             uint64_t *pools, Rng *rng) noexcept nogil:
    """Take the cards of each group, which may not have the suits `denied`, from the unknown ones.

    The count of ways fits in 64 bits: only a seat that has played a card can be denied one, and so there
    are at most 29! / (5!**5 * 4!) ways, about 0.8 * 2**64, with six players after a trick.
    """
    cdef uint64_t classes[MOST_CLASSES]
    cdef uint64_t lane
    cdef int suit, groups, g, k
    for k in range(4):
        classes[k] = 0
    for suit in range(4):
        lane = unknown[0] & (LANE << (10 * suit))
        groups = 0
        for g in range(f.num_groups):
            groups |= <int>(~(denied[g] >> suit) & 1) << g
        if lane and groups:
            classes[add_to_classes(f, groups, popcount(lane))] |= lane
    if not fill_by_hands(f, rng):
        return False
    for g in range(f.num_groups):
        pools[g] = 0
        for k in range(f.num_classes):
            lane = classes[k]
            pools[g] |= draw_cards(&classes[k], f.taken[g][k], rng)
            unknown[0] ^= lane ^ classes[k]
    return True


cdef inline int resample(LasVegan *s, int seat, uint32_t voids, uint64_t deck, Rng *rng) noexcept nogil:
    """Deal the cards that `seat` does not see anew: to the other hands, and out of play.

    Every world that is consistent with the voids is equally likely. The draw depends on what `seat` knows
    and on nothing else. The hash goes stale. Returns 0; NO_WORLD where there is no such world at all, which no
    play can bring about, and the hands stay as they are.
    """
    cdef Filling f
    cdef uint64_t denied[MOST_GROUPS]
    cdef uint64_t pools[MOST_GROUPS]
    cdef uint64_t void_in[MAX_PLAYERS]
    cdef uint64_t unknown = unseen(s, seat, deck), there = 0
    cdef int i, g, size, total = 0
    if s.hands[seat] & lanes_of((voids >> (4 * seat)) & 15):
        return NO_WORLD
    for i in range(4):
        there |= <uint64_t>(unknown & (LANE << (10 * i)) != 0) << i

    begin_filling(&f)
    for i in range(s.num_players):
        size = popcount(s.hands[i]) if i != seat else 0
        total += size
        void_in[i] = (voids >> (4 * i)) & there if size else 0
        if void_in[i]:
            add_to_groups(&f, denied, void_in[i], size)
    if total > popcount(unknown):
        return NO_WORLD
    if f.num_groups == 1:
        there = unknown & ~lanes_of(denied[0])
        if f.sizes[0] > popcount(there):
            return NO_WORLD
        unknown ^= there
        pools[0] = draw_cards(&there, f.sizes[0], rng)
        unknown ^= there
    elif f.num_groups and not fill_groups(&f, denied, &unknown, pools, rng):
        return NO_WORLD

    for i in range(s.num_players):
        if i == seat:
            continue
        size = popcount(s.hands[i])
        if void_in[i]:
            g = 0
            while denied[g] != void_in[i]:
                g += 1
            s.hands[i] = draw_cards(&pools[g], size, rng)
        else:
            s.hands[i] = draw_cards(&unknown, size, rng)
    return 0
