"""Worlds: filling hands from cards that not every hand may have, every way equally likely.

What a seat has shown not to hold rules out some of the ways in which the unknown cards can lie. To draw
one of the others uniformly, the ways are counted, and one of that many numbers is drawn. Which single
cards are where does not matter for that, but only how many of each *class*, the cards that the same
hands may have; within a class every choice is as likely as every other.

Hands that may have the same cards are one *group*, dealt out later. Hands that may have anything are no
group at all: like the cards out of play they get what the groups have left, in any order.

The counts are exact, so the draws are. Here ways are counted hand by hand, in 64 bits, which is fast for
few groups of few cards; `_worlds_table` counts card by card, and has no limits.
"""

from libc.stdint cimport uint64_t

from cabbage._rng cimport Rng, rng_below, rng_below64


cdef extern from "_binomials.h" nogil:
    const uint64_t BINOMIALS "CABBAGE_BINOMIALS"[105][13]


cdef enum:
    NO_WORLD = 1                    # what `resample` of either game returns where there is none
    MOST_GROUPS = 5                 # the rivals of a seat
    MOST_CLASSES = 32
    FEW_CARDS = 12                  # of a group, for its binomials to be tabled


cdef struct Filling:
    # What is to be filled with what. The smallest group comes first: ways are counted the faster.
    int num_groups
    int num_classes
    int sizes[MOST_GROUPS]          # cards that each group gets
    int cards[MOST_CLASSES]         # of each class, not taken yet
    int groups[MOST_CLASSES]        # which may have cards of the class: bit g for group g
    int taken[MOST_GROUPS][MOST_CLASSES]


# ---------------------------------------------------------------- setting up

cdef inline void begin_filling(Filling *f) noexcept nogil:
    f.num_groups = f.num_classes = 0


cdef inline void add_to_groups(Filling *f, uint64_t *keys, uint64_t key, int size) noexcept nogil:
    """Add a hand of `size` cards to the group of its key, what it may not have; groups stay in order of size.

    `keys` has one a group. The order depends on sizes and, of equal ones, on the keys.
    """
    cdef int g = 0, last
    while g < f.num_groups and keys[g] != key:
        g += 1
    if g < f.num_groups:
        size += f.sizes[g]
        f.num_groups -= 1
        for last in range(g, f.num_groups):
            keys[last] = keys[last + 1]
            f.sizes[last] = f.sizes[last + 1]
    g = f.num_groups
    while g and (f.sizes[g - 1] > size or (f.sizes[g - 1] == size and keys[g - 1] > key)):
        keys[g] = keys[g - 1]
        f.sizes[g] = f.sizes[g - 1]
        g -= 1
    keys[g] = key
    f.sizes[g] = size
    f.num_groups += 1


cdef inline int add_to_classes(Filling *f, int groups, int cards) noexcept nogil:
    """Add cards that these groups may have. Returns the number of their class."""
    cdef int k = 0, g
    while k < f.num_classes and f.groups[k] != groups:
        k += 1
    if k == f.num_classes:
        f.num_classes += 1
        f.groups[k] = groups
        f.cards[k] = 0
        for g in range(f.num_groups):
            f.taken[g][k] = 0
    f.cards[k] += cards
    return k


# ---------------------------------------------------------------- counting hand by hand

cdef inline uint64_t choose(int n, int k) noexcept nogil:
    """The number of ways to choose k of n cards, n up to 104; modulo 2**64."""
    cdef uint64_t ways = 1
    cdef int i
    if k <= FEW_CARDS:
        return BINOMIALS[n][k]
    if k > n:
        return 0
    k = n - k if 2 * k > n else k
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


cdef inline int cards_of_class(const Filling *f, int mask, int groups) noexcept nogil:
    """How many cards are left that of the groups in `mask` exactly `groups` may have."""
    cdef int k, cards = 0
    for k in range(f.num_classes):
        cards += f.cards[k] if f.groups[k] & mask == groups else 0
    return cards


cdef struct Pair:
    # The last two groups, and the cards that are left for them.
    int sizes[2]
    int both                        # cards that both may have
    int first                       # that only the first may have
    int second
    int least                       # that the first gets of those for both
    int most


cdef inline Pair pair_at(const Filling *f, int g) noexcept nogil:
    """Groups g and g + 1, the last ones."""
    cdef Pair p
    cdef int k, which
    p.sizes[0] = f.sizes[g]
    p.sizes[1] = f.sizes[g + 1]
    p.both = p.first = p.second = 0
    for k in range(f.num_classes):
        which = (f.groups[k] >> g) & 3
        p.both += f.cards[k] if which == 3 else 0
        p.first += f.cards[k] if which == 1 else 0
        p.second += f.cards[k] if which == 2 else 0
    p.least = max(0, p.sizes[0] - p.first)
    p.most = min(p.both, p.sizes[0])
    return p


cdef inline uint64_t ways_of_pair(const Pair *p, int x) noexcept nogil:
    """The number of ways to fill a pair in which the first group gets x of the cards that both may have."""
    return (choose(p.both, x) * choose(p.first, p.sizes[0] - x)
            * choose(p.second + p.both - x, p.sizes[1]))


cdef inline uint64_t count_pair(const Filling *f, int g) noexcept nogil:
    """The number of ways to fill groups g and g + 1, the last ones, with the cards that are left."""
    cdef Pair p = pair_at(f, g)
    cdef uint64_t ways = 0
    cdef int x
    for x in range(p.least, p.most + 1):
        ways += ways_of_pair(&p, x)
    return ways


cdef inline int pick_of_pair(const Filling *f, int g, uint64_t number) noexcept nogil:
    """How many cards that both may have the first of the last two groups gets in way `number` of filling them.

    -1 where there are not so many ways.
    """
    cdef Pair p = pair_at(f, g)
    cdef uint64_t ways
    cdef int x
    for x in range(p.least, p.most + 1):
        ways = ways_of_pair(&p, x)
        if number < ways:
            return x
        number -= ways
    return -1


cdef inline uint64_t count_ways(Filling *f, int g, int k, int left, int room) noexcept nogil:
    """The number of ways to fill the groups from g on, of which g still wants `left` cards.

    Classes before k it has been offered, and `room` cards it may have are in the others.
    """
    cdef uint64_t ways = 0
    cdef int cards, x
    while left == 0:
        g += 1
        if g == f.num_groups - 2:
            return count_pair(f, g)
        k = 0
        left = f.sizes[g]
        room = cards_of_class(f, 1 << g, 1 << g)
    if left > room:
        return 0
    while not (f.groups[k] >> g) & 1:
        k += 1
    cards = f.cards[k]
    room -= cards
    for x in range(max(0, left - room), min(left, cards) + 1):
        f.cards[k] = cards - x
        ways += choose(cards, x) * count_ways(f, g, k + 1, left - x, room)
    f.cards[k] = cards
    return ways


cdef inline uint64_t count_all_ways(Filling *f) noexcept nogil:
    """The number of ways to fill two groups or more."""
    if f.num_groups == 2:
        return count_pair(f, 0)
    return count_ways(f, 0, 0, f.sizes[0], cards_of_class(f, 1, 1))


# ---------------------------------------------------------------- drawing hand by hand

cdef inline uint64_t take_numbered(Filling *f, int g, uint64_t number) noexcept nogil:
    """Let group g, not one of the last two, take its cards in way `number` of all ways from here on.

    Returns the number of the way among those of the groups behind it.
    """
    cdef int left = f.sizes[g], room = cards_of_class(f, 1 << g, 1 << g), k, x, cards
    cdef uint64_t each, ways
    for k in range(f.num_classes):
        if not (f.groups[k] >> g) & 1:
            continue
        cards = f.cards[k]
        room -= cards
        each = 0
        for x in range(max(0, left - room), min(left, cards) + 1):
            f.cards[k] = cards - x
            f.taken[g][k] = x
            each = count_ways(f, g, k + 1, left - x, room)
            ways = choose(cards, x) * each
            if number < ways:
                break
            number -= ways
        left -= f.taken[g][k]
        number = number % each if each else 0
    return number


cdef inline bint is_full(const Filling *f, int g) noexcept nogil:
    """Whether group g has got its cards: it has, unless there are too many ways to count."""
    cdef int left = f.sizes[g], k
    for k in range(f.num_classes):
        left -= f.taken[g][k]
    return left == 0


cdef inline bint take_any(Filling *f, int g, int mask, int groups, int count, Rng *rng) noexcept nogil:
    """Let group g take `count` of all cards that of the groups in `mask` exactly `groups` may have.

    Every choice is equally likely. False where there are not so many.
    """
    cdef int there = cards_of_class(f, mask, groups), k, nth
    if count > there:
        return False
    while count:
        nth = <int>rng_below(rng, there)
        k = 0
        while f.groups[k] & mask != groups or nth >= f.cards[k]:
            if f.groups[k] & mask == groups:
                nth -= f.cards[k]
            k += 1
        f.cards[k] -= 1
        f.taken[g][k] += 1
        there -= 1
        count -= 1
    return True


cdef inline bint fill_by_hands(Filling *f, Rng *rng) noexcept nogil:
    """Fill all groups; one draws from what it may have, of more the ways are counted.

    The ways must be fewer than 2**64; if they are not, the draw is not uniform. False where there is no way.
    """
    cdef int g = 0, x
    cdef uint64_t number
    if f.num_groups > 1:
        number = count_all_ways(f)
        if not number:
            return False
        number = rng_below64(rng, number)
        for g in range(f.num_groups - 2):
            number = take_numbered(f, g, number)
            if not is_full(f, g):
                return False
        g = f.num_groups - 2
        x = pick_of_pair(f, g, number)
        if x < 0 or not (take_any(f, g, 3 << g, 3 << g, x, rng)
                         and take_any(f, g, 3 << g, 1 << g, f.sizes[g] - x, rng)):
            return False
        g += 1
    return take_any(f, g, 1 << g, 1 << g, f.sizes[g], rng)
