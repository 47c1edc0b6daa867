"""Krypkasino: multisets of cards, the table, and what a card can capture.

A capture is a set of table cards that splits into groups, each adding up to the played card's
value, and that leaves no further group. Two facts make it fast:

- The table keeps the set of sums that its cards can make, as the bits of a word. Whether a card of
  a value captures at all is one bit of it.
- On a small table (six cards or fewer) every one of the at most 64 subsets is summed at once, eight
  to a word, and the subsets of the right sum are the groups.

On a larger table it is what *stays* that is enumerated, by value: stays are few, since no subset of
them may make the value, and each is met once. For each the rest must split into groups; then the
suits are spread over it.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from cabbage._bits cimport lowest_bit, popcount


cdef enum:
    RANKS = 13
    SMALL_TABLE = 6
    # Splitting attempts for one card before a table counts as too complicated. The hardest tables
    # of 40 cards that the tests know need a hundredth of it.
    MAX_SPLITS = 50_000_000


cdef struct Cards:
    uint64_t one                    # cards of which there is at least one copy
    uint64_t two                    # cards of which there are both


cdef struct Table:
    Cards cards
    uint32_t sums                   # bit n: some of the cards add up to n (n below 32)
    uint16_t total                  # value of all cards together
    uint16_t count


# ---------------------------------------------------------------- multisets

cdef inline Cards one_card(int card) noexcept nogil:
    cdef Cards cards
    cards.one = 1ULL << card
    cards.two = 0
    return cards


cdef inline void add_cards(Cards *to, const Cards *cards) noexcept nogil:
    to.two |= cards.two | (to.one & cards.one)
    to.one |= cards.one


cdef inline void remove_cards(Cards *source, const Cards *cards) noexcept nogil:
    """Take away cards that are there."""
    cdef uint64_t last_copies = cards.two | (cards.one & ~source.two)
    source.two &= ~cards.one
    source.one &= ~last_copies


cdef inline int count_cards(const Cards *cards) noexcept nogil:
    return popcount(cards.one) + popcount(cards.two)


# ---------------------------------------------------------------- the table

cdef inline int table_value(int card) noexcept nogil:
    """What a card is worth when it lies on the table: an ace 1, up to a king 13."""
    return card % RANKS + 1


cdef inline void count_in(Table *table, int value) noexcept nogil:
    table.sums |= table.sums << value
    table.total += <uint16_t>value
    table.count += 1


cdef inline void add_to_table(Table *table, int card) noexcept nogil:
    cdef Cards cards = one_card(card)
    add_cards(&table.cards, &cards)
    count_in(table, table_value(card))


cdef inline Table table_of(const Cards *cards) noexcept nogil:
    """The table on which these cards lie."""
    cdef Table table
    cdef uint64_t rest = cards.one
    table.cards = cards[0]
    table.sums = 1
    table.total = table.count = 0
    while rest:
        count_in(&table, table_value(lowest_bit(rest)))
        rest &= rest - 1
    rest = cards.two
    while rest:
        count_in(&table, table_value(lowest_bit(rest)))
        rest &= rest - 1
    return table


# ---------------------------------------------------------------- small tables

cdef extern from *:
    """
    /* Byte i of the k-th word is 1 where subset i has card k, of the eight subsets of three cards. */
    #define CABBAGE_KK_HAS_0 0x0100010001000100ULL
    #define CABBAGE_KK_HAS_1 0x0101000001010000ULL
    #define CABBAGE_KK_HAS_2 0x0101010100000000ULL
    #define CABBAGE_KK_EACH 0x0101010101010101ULL
    #define CABBAGE_KK_HIGH 0x8080808080808080ULL
    #define CABBAGE_KK_GATHER 0x0102040810204080ULL
    """
    const uint64_t HAS_0 "CABBAGE_KK_HAS_0"
    const uint64_t HAS_1 "CABBAGE_KK_HAS_1"
    const uint64_t HAS_2 "CABBAGE_KK_HAS_2"
    const uint64_t EACH "CABBAGE_KK_EACH"
    const uint64_t HIGH "CABBAGE_KK_HIGH"
    const uint64_t GATHER "CABBAGE_KK_GATHER"


cdef inline uint64_t equal_bytes(uint64_t bytes, int value) noexcept nogil:
    """Which of eight bytes, all below 128, are `value`: bit i for byte i."""
    cdef uint64_t flags = (HIGH - (bytes ^ (EACH * <uint64_t>value))) & HIGH
    return ((flags >> 7) * GATHER) >> 56


cdef inline int list_cards(const Cards *cards, uint8_t *listed) noexcept nogil:
    """The cards in order of number, copies one behind the other. Returns how many."""
    cdef uint64_t rest = cards.one
    cdef int count = 0, card
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        listed[count] = <uint8_t>card
        count += 1
        if (cards.two >> card) & 1:
            listed[count] = <uint8_t>card
            count += 1
    return count


cdef inline uint64_t groups_of_small(const uint8_t *listed, int count, int value) noexcept nogil:
    """The subsets of up to six cards that add up to `value`: bit m for subset m, a mask of places."""
    cdef uint64_t sums = 0, groups = 0
    cdef int extra[8]
    cdef int block, k
    if count > 0:
        sums += HAS_0 * <uint64_t>table_value(listed[0])
    if count > 1:
        sums += HAS_1 * <uint64_t>table_value(listed[1])
    if count > 2:
        sums += HAS_2 * <uint64_t>table_value(listed[2])
    groups = equal_bytes(sums, value)
    if count <= 3:
        # Subsets with cards that are not there repeat others.
        return groups & ((1ULL << (1 << count)) - 1)
    extra[0] = 0
    for k in range(3, count):
        for block in range(1 << (k - 3)):
            extra[block + (1 << (k - 3))] = extra[block] + table_value(listed[k])
    for block in range(1, 1 << (count - 3)):
        groups |= equal_bytes(sums + EACH * <uint64_t>extra[block], value) << (8 * block)
    return groups


cdef inline Cards cards_at(const uint8_t *listed, int places) noexcept nogil:
    """The cards at a mask of places."""
    cdef Cards cards
    cdef uint64_t bit
    cards.one = cards.two = 0
    while places:
        bit = 1ULL << listed[lowest_bit(places)]
        cards.two |= cards.one & bit
        cards.one |= bit
        places &= places - 1
    return cards


cdef inline bint takes_first_copies(const uint8_t *listed, int places) noexcept nogil:
    """Whether of two copies it never takes the second alone, so that each set is met once."""
    cdef int place, rest = places & (places - 1) | places
    while rest:
        place = lowest_bit(rest)
        rest &= rest - 1
        if place and listed[place] == listed[place - 1] and not (places >> (place - 1)) & 1:
            return False
    return True


cdef inline uint64_t unions_of(uint64_t groups) noexcept nogil:
    """The unions of maximal families of disjoint groups, as a set of masks of places."""
    cdef uint64_t reached = 1, tried = 0, maximal = 0, rest
    cdef int taken, group
    cdef bint grows
    while reached & ~tried:
        taken = lowest_bit(reached & ~tried)
        tried |= 1ULL << taken
        grows = False
        rest = groups
        while rest:
            group = lowest_bit(rest)
            rest &= rest - 1
            if not group & taken:
                reached |= 1ULL << (group | taken)
                grows = True
        if not grows:
            maximal |= 1ULL << taken
    return maximal


cdef inline int list_small(const Table *table, int value, Cards *found, int capacity) noexcept nogil:
    cdef uint8_t listed[SMALL_TABLE]
    cdef int size = list_cards(&table.cards, listed)
    cdef uint64_t captures = groups_of_small(listed, size, value)
    cdef int count = 0, places
    if captures & (captures - 1):
        captures = unions_of(captures)
    while captures:
        places = lowest_bit(captures)
        captures &= captures - 1
        if table.cards.two and not takes_first_copies(listed, places):
            continue
        if count == capacity:
            return -1
        found[count] = cards_at(listed, places)
        count += 1
    return count


# ---------------------------------------------------------------- large tables

cdef struct Large:
    # The enumeration of what may stay of a table, by value.
    int value
    int total
    int capacity
    int count
    int splits_left
    uint8_t there[RANKS + 1]        # cards of each value on the table
    uint8_t stays[RANKS + 1]
    uint8_t taken[RANKS + 1]
    Cards by_value[RANKS + 1]
    Cards *found


cdef inline uint64_t value_comb(int value) noexcept nogil:
    """The four cards of a table value."""
    return 0x8004002001ULL << (value - 1)


cdef inline bint splits(Large *w, uint8_t *left, int largest, int need) noexcept nogil:
    """Whether the cards of `left` split into groups of the value.

    `need` is what the group begun still wants, its next card being `largest` at most; 0 begins a
    group, with the largest card left, which must be in some group.
    """
    cdef int value
    w.splits_left -= 1
    if w.splits_left < 0:
        return False
    if need == 0:
        value = RANKS
        while value and not left[value]:
            value -= 1
        if not value:
            return True
        if value > w.value:
            return False
        left[value] -= 1
        if splits(w, left, value, w.value - value):
            left[value] += 1
            return True
        left[value] += 1
        return False
    value = largest if largest < need else need
    while value:
        if left[value]:
            left[value] -= 1
            if splits(w, left, value, need - value):
                left[value] += 1
                return True
            left[value] += 1
        value -= 1
    return False


cdef inline void spread(Large *w, int value, int suit, int wanted, Cards taken) noexcept nogil:
    """Add the captures that have `wanted` more cards of `value`, from `suit` on, and as many of
    each higher value as `w.taken` says, in all choices of suits."""
    cdef uint64_t card
    if w.capacity < 0:
        return
    if not wanted:
        value += 1
        while value <= RANKS and not w.taken[value]:
            value += 1
        if value > RANKS:
            if w.count == w.capacity:
                w.capacity = -1
            else:
                w.found[w.count] = taken
                w.count += 1
            return
        wanted = w.taken[value]
        suit = 0
        if wanted == w.there[value]:
            taken.one |= w.by_value[value].one
            taken.two |= w.by_value[value].two
            spread(w, value, 4, 0, taken)
            return
    if suit == 4:
        return
    spread(w, value, suit + 1, wanted, taken)
    card = 1ULL << (13 * suit + value - 1)
    if w.by_value[value].one & card:
        taken.one |= card
        spread(w, value, suit + 1, wanted - 1, taken)
        if w.by_value[value].two & card and wanted > 1:
            taken.two |= card
            spread(w, value, suit + 1, wanted - 2, taken)


cdef inline void stay(Large *w, int value, uint32_t sums, int stays_total) noexcept nogil:
    """Choose how many cards of `value` and of all lower ones stay; `sums` are those of the stays.

    No sum of stays may be the value, and what goes must be a multiple of it.
    """
    cdef uint8_t left[RANKS + 1]
    cdef Cards nothing
    cdef int v, number, most
    nothing.one = nothing.two = 0
    if value == 0:
        if (w.total - stays_total) % w.value or w.total == stays_total:
            return
        for v in range(1, RANKS + 1):
            left[v] = w.taken[v] = w.there[v] - w.stays[v]
        if splits(w, left, 0, 0):
            spread(w, 0, 4, 0, nothing)
        return
    # A card above the value is in no group.
    most = w.there[value]
    number = most if value > w.value else 0
    for v in range(number):
        sums |= sums << value
    while number <= most:
        w.stays[value] = <uint8_t>number
        stay(w, value - 1, sums, stays_total + number * value)
        if w.capacity < 0 or w.splits_left < 0:
            return
        number += 1
        sums |= sums << value
        if (sums >> w.value) & 1:
            return


cdef inline int list_large(const Table *table, int value, Cards *found, int capacity) noexcept nogil:
    cdef Large w
    cdef int v
    w.value = value
    w.total = table.total
    w.capacity = capacity
    w.count = 0
    w.splits_left = MAX_SPLITS
    w.found = found
    for v in range(1, RANKS + 1):
        w.by_value[v].one = table.cards.one & value_comb(v)
        w.by_value[v].two = table.cards.two & value_comb(v)
        w.there[v] = <uint8_t>count_cards(&w.by_value[v])
        w.stays[v] = 0
    stay(&w, RANKS, 1, 0)
    return -1 if w.capacity < 0 or w.splits_left < 0 else w.count


# ---------------------------------------------------------------- all tables

cdef inline int list_captures(const Table *table, int value, Cards *found, int capacity) noexcept nogil:
    """All captures of a card of `value` (2 to 16), each once, in no particular order.

    Returns their number; -1 if there are more than `capacity`, or if the table is too complicated.
    """
    if not (table.sums >> value) & 1:
        return 0
    if table.count <= SMALL_TABLE:
        return list_small(table, value, found, capacity)
    return list_large(table, value, found, capacity)
