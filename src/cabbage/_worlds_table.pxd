"""Worlds: counting card by card, where hand by hand there is too much to count.

The ways to fill groups of sizes n with cards, a card going to one of the groups that may have it or to none,
are the coefficient of t**n in the product over all cards of (1 + the sum of t[g] over these groups). A
table holds all coefficients up to n, and a card that comes in changes every one into itself plus
those before it: additions only. Cards that all groups may have come first, all at once, by multinomial
coefficients. Then the table is taken apart again, card by card, since (1 + ...) has an inverse: what it
was before a card came in says how likely the card is to go where. So there is one table and no more,
of as many numbers as there are ways to choose how many cards each group has got.

Numbers are as many words as the largest coefficient can need: none is more than the product, over the
groups, of the ways to choose a group's cards, or fewer, from all.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from cabbage._rng cimport Rng, bits_below, rng_next
from cabbage._worlds cimport (
    FEW_CARDS,
    MOST_GROUPS,
    Filling,
    cards_of_class,
    choose,
    fill_by_hands,
)


cdef enum:
    # Five times 20 or 21 of 104 cards: below 2**(5 * 104 * H(1/5)), H the entropy, and seven bits for a factor.
    MOST_WORDS = 6
    ON_STACK = 512                  # words of a table that does without the heap


cdef struct Ways:
    # The table: the number for r[g] cards of each group g is at the sum of r[g] * strides[g].
    int words                       # a number
    int count                       # of numbers
    int strides[MOST_GROUPS]
    uint64_t *numbers


# ---------------------------------------------------------------- numbers of several words

cdef inline void add_number(uint64_t *to, const uint64_t *number, int words) noexcept nogil:
    cdef uint64_t carry = 0, word
    cdef int i
    for i in range(words):
        word = number[i] + carry
        carry = word < carry
        to[i] += word
        carry += to[i] < word


cdef inline void subtract_number(uint64_t *source, const uint64_t *number, int words) noexcept nogil:
    cdef uint64_t borrow = 0, word
    cdef int i
    for i in range(words):
        word = number[i] + borrow
        borrow = word < borrow
        borrow += source[i] < word
        source[i] -= word


cdef inline bint is_less(const uint64_t *a, const uint64_t *b, int words) noexcept nogil:
    cdef int i = words - 1
    while i and a[i] == b[i]:
        i -= 1
    return a[i] < b[i]


cdef inline void scale_number(uint64_t *number, uint32_t factor, uint32_t divisor, int words) noexcept nogil:
    """Multiply by a factor, and divide by what divides the product."""
    cdef uint64_t carry = 0, rest = 0, low, high
    cdef int i
    for i in range(words):
        low = (number[i] & 0xFFFFFFFFU) * factor + carry
        high = (number[i] >> 32) * factor + (low >> 32)
        number[i] = high << 32 | (low & 0xFFFFFFFFU)
        carry = high >> 32
    for i in range(words - 1, -1, -1):
        high = rest << 32 | number[i] >> 32
        low = (high % divisor) << 32 | (number[i] & 0xFFFFFFFFU)
        number[i] = (high // divisor) << 32 | low // divisor
        rest = low % divisor


cdef inline void draw_number(uint64_t *drawn, const uint64_t *stop, int words, Rng *rng) noexcept nogil:
    """A number below `stop`, which is not 0, every one equally likely."""
    cdef int top = words - 1, i
    cdef uint64_t mask
    while top and not stop[top]:
        drawn[top] = 0
        top -= 1
    mask = bits_below(stop[top])
    while True:
        for i in range(top):
            drawn[i] = rng_next(rng)
        drawn[top] = rng_next(rng) & mask
        if is_less(drawn, stop, top + 1):
            return


cdef inline int words_needed(const Filling *f, int cards) noexcept nogil:
    """The words that a number of the table takes, or one times `cards`, the number of all cards."""
    cdef uint64_t number[MOST_WORDS]
    cdef int g, i, words = MOST_WORDS
    memset(number, 0, sizeof(number))
    number[0] = cards
    for g in range(f.num_groups):
        for i in range(min(f.sizes[g], cards // 2)):
            scale_number(number, cards - i, i + 1, MOST_WORDS)
    while words > 1 and not number[words - 1]:
        words -= 1
    return words


# ---------------------------------------------------------------- the table

cdef inline void begin_table(const Filling *f, Ways *ways, int cards) noexcept nogil:
    """The ways to fill groups with `cards` cards that all may have."""
    cdef int r[MOST_GROUPS]
    cdef int i, g, sum = 0, words = ways.words
    cdef uint64_t *number = ways.numbers
    memset(number, 0, words * sizeof(uint64_t))
    number[0] = 1
    for g in range(f.num_groups):
        r[g] = 0
    for i in range(1, ways.count):
        g = 0
        while r[g] == f.sizes[g]:
            sum -= r[g]
            r[g] = 0
            g += 1
        r[g] += 1
        sum += 1
        # From a card less in group g to one more.
        number = ways.numbers + i * words
        if sum > cards:
            memset(number, 0, words * sizeof(uint64_t))
        else:
            memcpy(number, number - ways.strides[g] * words, words * sizeof(uint64_t))
            scale_number(number, cards - sum + 1, r[g], words)


cdef inline void put_card_in(const Filling *f, Ways *ways, int groups) noexcept nogil:
    """Let a card come in that these groups may have."""
    cdef int r[MOST_GROUPS]
    cdef int i, g, words = ways.words
    cdef uint64_t *number
    for g in range(f.num_groups):
        r[g] = f.sizes[g]
    # From the top down, where those before are still as they were.
    for i in range(ways.count - 1, 0, -1):
        number = ways.numbers + i * words
        for g in range(f.num_groups):
            if (groups >> g) & 1 and r[g]:
                if words == 1:
                    number[0] += (number - ways.strides[g])[0]
                else:
                    add_number(number, number - ways.strides[g] * words, words)
        g = 0
        while r[g] == 0:
            r[g] = f.sizes[g]
            g += 1
        r[g] -= 1


cdef inline void take_card_out(const Filling *f, Ways *ways, int groups, const int *left) noexcept nogil:
    """Undo `put_card_in`, for numbers of no more than `left` cards of each group: no others will be asked for."""
    cdef int r[MOST_GROUPS]
    cdef int i = 0, g, words = ways.words
    cdef uint64_t *number
    for g in range(f.num_groups):
        r[g] = 0
    while True:
        g = 0
        while g < f.num_groups and r[g] == left[g]:
            i -= r[g] * ways.strides[g]
            r[g] = 0
            g += 1
        if g == f.num_groups:
            return
        r[g] += 1
        i += ways.strides[g]
        number = ways.numbers + i * words
        for g in range(f.num_groups):
            if (groups >> g) & 1 and r[g]:
                if words == 1:
                    number[0] -= (number - ways.strides[g])[0]
                else:
                    subtract_number(number, number - ways.strides[g] * words, words)


cdef inline int draw_place(const Filling *f, const Ways *ways, int groups, const int *left, const uint64_t *drawn,
                           const uint64_t *number) noexcept nogil:
    """Where the card that was taken out goes, by a number drawn below what there was with it: to group g, or
    nowhere, -1."""
    cdef uint64_t rest[MOST_WORDS]
    cdef const uint64_t *ways_so
    cdef int g
    if is_less(drawn, number, ways.words):
        return -1
    memcpy(rest, drawn, ways.words * sizeof(uint64_t))
    subtract_number(rest, number, ways.words)
    for g in range(f.num_groups):
        if (groups >> g) & 1 and left[g]:
            ways_so = number - ways.strides[g] * ways.words
            if is_less(rest, ways_so, ways.words):
                return g
            subtract_number(rest, ways_so, ways.words)
    return -1


cdef inline int fill_table(const Filling *f, Ways *ways) noexcept nogil:
    """Let all cards come in; the last number is then that of all ways.

    Returns the number of the class that all groups may have, or -1.
    """
    cdef int every = (1 << f.num_groups) - 1, full = -1, k
    for k in range(f.num_classes):
        if f.groups[k] == every:
            full = k
    begin_table(f, ways, f.cards[full] if full >= 0 else 0)
    for k in range(f.num_classes):
        if k != full:
            for _ in range(f.cards[k]):
                put_card_in(f, ways, f.groups[k])
    return full


cdef inline int draw_from_table(Filling *f, Ways *ways, Rng *rng) noexcept nogil:
    """Fill the groups by a table; 0 where there is no way."""
    cdef uint64_t drawn[MOST_WORDS]
    cdef int left[MOST_GROUPS]
    cdef int last = ways.count - 1, total = 0, k, g, full = fill_table(f, ways)
    cdef uint64_t *number
    for g in range(f.num_groups):
        left[g] = f.sizes[g]
        total += left[g]
    for k in range(f.num_classes - 1, -1, -1):
        if k == full:
            continue
        while f.cards[k] and total:
            number = ways.numbers + last * ways.words
            for g in range(ways.words):
                if number[g]:
                    break
            else:
                return 0
            draw_number(drawn, number, ways.words, rng)
            take_card_out(f, ways, f.groups[k], left)
            g = draw_place(f, ways, f.groups[k], left, drawn, number)
            f.cards[k] -= 1
            if g >= 0:
                f.taken[g][k] += 1
                left[g] -= 1
                total -= 1
                last -= ways.strides[g]
    for g in range(f.num_groups):
        if left[g]:
            if full < 0 or f.cards[full] < left[g]:
                return 0
            f.taken[g][full] += left[g]
            f.cards[full] -= left[g]
    return 1


cdef inline void lay_out_table(const Filling *f, Ways *ways, int words) noexcept nogil:
    """How many numbers the table has, and which is where."""
    cdef int g
    ways.words = words
    ways.count = 1
    for g in range(f.num_groups):
        ways.strides[g] = ways.count
        ways.count *= f.sizes[g] + 1


cdef inline int fill_by_cards(Filling *f, int words, Rng *rng) noexcept nogil:
    """Fill all groups, in numbers of `words` words. Returns 1; 0 where there is no way; -1 where memory lacks."""
    cdef uint64_t few[ON_STACK]
    cdef Ways ways
    cdef int filled
    lay_out_table(f, &ways, words)
    if ways.count * words <= ON_STACK:
        ways.numbers = few
        return draw_from_table(f, &ways, rng)
    ways.numbers = <uint64_t *> malloc(<size_t>ways.count * words * sizeof(uint64_t))
    if not ways.numbers:
        return -1
    filled = draw_from_table(f, &ways, rng)
    free(ways.numbers)
    return filled


# ---------------------------------------------------------------- which of the two

cdef inline uint64_t times(uint64_t a, uint64_t b) noexcept nogil:
    """The product, or 2**64 - 1 where it is larger."""
    return ~0ULL if b and a > ~0ULL // b else a * b


cdef inline uint64_t work_by_hands(const Filling *f) noexcept nogil:
    """About how many steps `fill_by_hands` would take; 2**64 - 1 where its numbers might not do."""
    cdef uint64_t ways = 1, work = 1
    cdef int g, k, classes
    for g in range(f.num_groups):
        if f.sizes[g] > FEW_CARDS:
            return ~0ULL
        ways = times(ways, choose(cards_of_class(f, 1 << g, 1 << g), f.sizes[g]))
        classes = 0
        for k in range(f.num_classes):
            classes += (f.groups[k] >> g) & 1
        if g < f.num_groups - 2:
            work = times(work, choose(f.sizes[g] + classes - 1, f.sizes[g]))
        elif g == f.num_groups - 2:
            work = times(work, f.sizes[g] + classes)
    return ~0ULL if ways == ~0ULL else work


cdef inline uint64_t work_by_cards(const Filling *f, int words) noexcept nogil:
    """About how many steps `fill_by_cards` would take."""
    cdef uint64_t work = 0
    cdef int g, k, groups
    for k in range(f.num_classes):
        groups = 0
        for g in range(f.num_groups):
            groups += (f.groups[k] >> g) & 1
        if groups < f.num_groups:
            work += 2 * f.cards[k] * (1 + groups)
    for g in range(f.num_groups):
        work *= f.sizes[g] + 1
    return work * words


cdef inline int fill(Filling *f, Rng *rng) noexcept nogil:
    """Fill all groups, in the way that takes less work.

    Returns 1; 0 where there is no way to fill them; -1 where memory lacks.
    """
    cdef int cards = 0, k, words
    if f.num_groups == 1:
        return fill_by_hands(f, rng)
    for k in range(f.num_classes):
        cards += f.cards[k]
    words = words_needed(f, cards)
    if work_by_hands(f) <= work_by_cards(f, words):
        return fill_by_hands(f, rng)
    return fill_by_cards(f, words, rng)
