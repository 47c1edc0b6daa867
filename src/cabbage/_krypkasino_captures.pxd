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
from libc.string cimport memset

from cabbage._bits cimport lowest_bit, popcount


cdef enum:
    RANKS = 13
    SMALL_TABLE = 6
    # Steps of the search for one card before a table counts as too complicated.
    MAX_STEPS = 50_000_000


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


cdef struct Subsets:
    # The sums of all subsets of a small table, for cards of any value to look at: subset m, a mask of
    # places in `listed`, is byte m % 8 of word m // 8.
    int blocks                      # words in use; 0 for a large table
    uint64_t real                   # the subsets of cards that are there, as bits
    uint64_t sums[1 << (SMALL_TABLE - 3)]
    uint8_t listed[SMALL_TABLE]


cdef inline void sum_subsets(Subsets *subsets, const Table *table) noexcept nogil:
    """Add up the subsets of a small table; of a large one take note that it is large."""
    cdef int count = table.count, block, k
    cdef uint64_t sums = 0
    subsets.blocks = 0
    if count > SMALL_TABLE:
        return
    list_cards(&table.cards, subsets.listed)
    if count > 0:
        sums += HAS_0 * <uint64_t>table_value(subsets.listed[0])
    if count > 1:
        sums += HAS_1 * <uint64_t>table_value(subsets.listed[1])
    if count > 2:
        sums += HAS_2 * <uint64_t>table_value(subsets.listed[2])
    subsets.sums[0] = sums
    subsets.blocks = 1
    # Subsets with cards that are not there repeat others.
    subsets.real = (1ULL << (1 << count)) - 1 if count < SMALL_TABLE else ~0ULL
    for k in range(3, count):
        sums = EACH * <uint64_t>table_value(subsets.listed[k])
        for block in range(subsets.blocks):
            subsets.sums[block + subsets.blocks] = subsets.sums[block] + sums
        subsets.blocks *= 2


cdef inline uint64_t groups_of_small(const Subsets *subsets, int value) noexcept nogil:
    """The subsets that add up to `value`: bit m for subset m."""
    cdef uint64_t groups = 0
    cdef int block
    for block in range(subsets.blocks):
        groups |= equal_bytes(subsets.sums[block], value) << (8 * block)
    return groups & subsets.real


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
    cdef int place, rest = places
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


cdef inline int list_small(const Subsets *subsets, bint has_copies, int value,
                           Cards *found, int capacity) noexcept nogil:
    cdef uint64_t captures = groups_of_small(subsets, value)
    cdef int count = 0, places
    if captures & (captures - 1):
        captures = unions_of(captures)
    while captures:
        places = lowest_bit(captures)
        captures &= captures - 1
        if has_copies and not takes_first_copies(subsets.listed, places):
            continue
        if count == capacity:
            return -1
        found[count] = cards_at(subsets.listed, places)
        count += 1
    return count


# ---------------------------------------------------------------- large tables

cdef inline uint64_t value_comb(int value) noexcept nogil:
    """The four cards of a table value."""
    return 0x8004002001ULL << (value - 1)


cdef enum:
    MOST_OF_A_VALUE = 8             # cards: two copies in four suits
    MOST_CHOICES = 81               # of some cards of one value: 0, 1 or 2 copies in each suit


cdef struct Pick:
    # The cards of one value on the table, and how many of them a capture takes.
    int value
    int there
    int taken
    uint32_t residues               # of what may stay of this value and all behind it, as bits
    Cards cards
    # All choices among the cards, those of fewer cards first: listed when some but not all are taken.
    int first[MOST_OF_A_VALUE + 2]  # of the choices of so many cards
    Cards choices[MOST_CHOICES]


cdef struct Large:
    # The enumeration of what may stay of a table, by value.
    int value
    int residue                     # of the cards that are not said to stay, modulo the value
    int capacity
    int count
    int steps_left
    int num_picks
    Pick picks[RANKS + 1]           # of the values that can be in a group, the highest first
    Cards *found


cdef inline void list_choices(Pick *pick) noexcept nogil:
    """List all choices among the cards of a pick."""
    cdef uint64_t bits[4]
    cdef int copies[4]
    cdef int at[MOST_OF_A_VALUE + 2]
    cdef Cards choice
    cdef int suit, i, j, k, m, size
    for size in range(MOST_OF_A_VALUE + 2):
        pick.first[size] = 0
    for suit in range(4):
        bits[suit] = 1ULL << (RANKS * suit + pick.value - 1)
        copies[suit] = ((pick.cards.one & bits[suit]) != 0) + ((pick.cards.two & bits[suit]) != 0)
    for i in range(copies[0] + 1):
        for j in range(copies[1] + 1):
            for k in range(copies[2] + 1):
                for m in range(copies[3] + 1):
                    pick.first[i + j + k + m + 1] += 1
    for size in range(MOST_OF_A_VALUE + 1):
        pick.first[size + 1] += pick.first[size]
        at[size] = pick.first[size]
    for i in range(copies[0] + 1):
        for j in range(copies[1] + 1):
            for k in range(copies[2] + 1):
                for m in range(copies[3] + 1):
                    choice.one = ((bits[0] if i else 0) | (bits[1] if j else 0)
                                  | (bits[2] if k else 0) | (bits[3] if m else 0))
                    choice.two = ((bits[0] if i == 2 else 0) | (bits[1] if j == 2 else 0)
                                  | (bits[2] if k == 2 else 0) | (bits[3] if m == 2 else 0))
                    pick.choices[at[i + j + k + m]] = choice
                    at[i + j + k + m] += 1


cdef inline bint count_step(Large *w) noexcept nogil:
    """Counts a step of work; False when the table is too complicated."""
    w.steps_left -= 1
    return w.steps_left >= 0


cdef inline bint fill_groups(Large *w, uint8_t *left, int largest, int need) noexcept nogil:
    """Whether the cards of `left` split into groups of the value.

    `need` is what the group begun still wants, its next card being `largest` at most; 0 begins a
    group, with the largest card left, which must be in some group.
    """
    cdef int value
    cdef bint fits = False
    if not count_step(w):
        return False
    if need == 0:
        value = largest
        while value and not left[value]:
            value -= 1
        if not value:
            return True
        left[value] -= 1
        fits = fill_groups(w, left, value, w.value - value)
        left[value] += 1
        return fits
    value = largest if largest < need else need
    while value and not fits:
        if left[value]:
            left[value] -= 1
            fits = fill_groups(w, left, RANKS if need == value else value, need - value)
            left[value] += 1
        value -= 1
    return fits


cdef inline bint splits_into(Large *w, uint8_t *left) noexcept nogil:
    """Whether cards that come to a multiple of the value, none of them above it, split into groups of it.

    `left` has the number of cards of each value, and is used up. Two cards that make a group may be
    grouped right away: if they stand in different groups, what is left of the two makes a group as
    well. Few tables leave more than one group's worth then.
    """
    cdef int i, low, high, pairs, total = 0, cards = 0
    if w.value <= RANKS:
        left[w.value] = 0           # each a group of its own
    low = w.value - RANKS if w.value > RANKS else 1
    high = (w.value - low) & 15    # of values up to 16, which compilers cannot know
    while low < high:
        pairs = left[low] if left[low] < left[high] else left[high]
        left[low] -= <uint8_t>pairs
        left[high] -= <uint8_t>pairs
        low += 1
        high -= 1
    if low == high:
        left[low] &= 1
    for i in range(1, RANKS + 1):
        total += i * left[i]
        cards += left[i]
    if total <= w.value:
        return True
    # No pairs are left: every group has three cards or more.
    return cards * w.value >= 3 * total and fill_groups(w, left, RANKS, 0)


cdef inline bint splits(Large *w) noexcept nogil:
    """Whether what the picks take, a multiple of the value, splits into groups of it."""
    cdef uint8_t left[RANKS + 4]
    cdef int i
    memset(left, 0, sizeof(left))
    for i in range(w.num_picks):
        left[w.picks[i].value] = <uint8_t>w.picks[i].taken
    return splits_into(w, left)


cdef inline bint whole_splits(const Table *table, int value) noexcept nogil:
    """Whether a table that comes to a multiple of `value`, with no card above it, splits into groups of it."""
    cdef Large w
    cdef uint8_t left[RANKS + 4]
    cdef uint64_t rest = table.cards.one
    memset(left, 0, sizeof(left))
    while rest:
        left[table_value(lowest_bit(rest))] += 1
        rest &= rest - 1
    rest = table.cards.two
    while rest:
        left[table_value(lowest_bit(rest))] += 1
        rest &= rest - 1
    w.value = value
    w.steps_left = MAX_STEPS
    return splits_into(&w, left)


cdef inline void spread(Large *w, int i, uint64_t one, uint64_t two) noexcept nogil:
    """Add the captures that take these cards, and of pick `i` and all behind it as many as they say."""
    cdef Pick *pick
    cdef int choice
    while i < w.num_picks:
        pick = &w.picks[i]
        i += 1
        if pick.taken == pick.there:
            one |= pick.cards.one
            two |= pick.cards.two
        elif pick.taken:
            if pick.first[MOST_OF_A_VALUE + 1] == 0:
                list_choices(pick)
            for choice in range(pick.first[pick.taken], pick.first[pick.taken + 1]):
                spread(w, i, one | pick.choices[choice].one, two | pick.choices[choice].two)
                if w.steps_left < 0:
                    return
            return
    if w.count == w.capacity:
        w.steps_left = -1
        return
    w.found[w.count].one = one
    w.found[w.count].two = two
    w.count += 1


cdef inline void stay(Large *w, int i, uint32_t sums) noexcept nogil:
    """Choose how many cards of pick `i` and of all behind it stay; `sums` are those of the stays.

    No sum of stays may be the value, and what is taken must be a multiple of it.
    """
    cdef Pick *pick = &w.picks[i]
    cdef int number = 0, residue = w.residue
    if not count_step(w):
        return
    if i == w.num_picks:
        if splits(w):
            spread(w, 0, 0, 0)
        return
    while True:
        if (w.picks[i + 1].residues >> w.residue) & 1:
            pick.taken = pick.there - number
            stay(w, i + 1, sums)
        sums |= sums << pick.value
        if number == pick.there or (sums >> w.value) & 1 or w.steps_left < 0:
            break
        number += 1
        w.residue -= pick.value
        if w.residue < 0:
            w.residue += w.value
    w.residue = residue


cdef inline int list_large(const Table *table, int value, Cards *found, int capacity) noexcept nogil:
    cdef Large w
    cdef Pick *pick
    cdef uint64_t comb
    cdef uint32_t residues
    cdef int v, i
    w.value = value
    w.residue = 0
    w.capacity = capacity
    w.count = 0
    w.steps_left = MAX_STEPS
    w.num_picks = 0
    w.found = found
    # A card above the value is in no group, and stays.
    for v in range(value if value < RANKS else RANKS, 0, -1):
        comb = value_comb(v)
        if table.cards.one & comb:
            pick = &w.picks[w.num_picks]
            pick.value = v
            pick.cards.one = table.cards.one & comb
            pick.cards.two = table.cards.two & comb
            pick.there = count_cards(&pick.cards)
            pick.first[MOST_OF_A_VALUE + 1] = 0
            w.residue += v * pick.there
            w.num_picks += 1
    w.residue %= value
    w.picks[w.num_picks].residues = residues = 1
    for i in range(w.num_picks - 1, -1, -1):
        pick = &w.picks[i]
        for _ in range(pick.there):
            # All there were with one more card staying; the upper half comes round.
            residues |= residues << pick.value | residues << pick.value >> value
            residues &= (1UL << value) - 1
        pick.residues = residues
    stay(&w, 0, 1)
    return w.count if w.steps_left >= 0 else -1


# ---------------------------------------------------------------- all tables

cdef inline int list_captures(const Table *table, const Subsets *subsets, int value,
                              Cards *found, int capacity) noexcept nogil:
    """All captures of a card of `value` (2 to 16), each once, in no particular order.

    `subsets` are those of the table. Returns the number of captures; -1 if there are more than
    `capacity`, or if the table is too complicated.
    """
    if not (table.sums >> value) & 1:
        return 0
    if subsets.blocks:
        return list_small(subsets, table.cards.two != 0, value, found, capacity)
    return list_large(table, value, found, capacity)
