"""Krypkasino: what the seats have shown, and the worlds that a seat must reckon with.

A sweep is compulsory. So a seat whose move is no sweep has shown that it holds no card that could have swept
the table it played on; that holds until its hand is filled up by the next batch. Nothing else is shown: any
other card may be played. So a *world*, a way in which the cards that a seat does not see may lie, is consistent with
all that has been played exactly if no hand has a card that its seat has shown to lack.

What makes one world as likely as another is the shuffle: copies of a card are two cards for it.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cabbage._bits cimport lowest_bit, popcount
from cabbage._krypkasino cimport (
    COMB,
    COURT_SUMS,
    MAX_PLAYERS,
    MAX_STOCK,
    NORDIC_VALUES,
    TEN_OF_DIAMONDS,
    TWO_OF_SPADES,
    DealRules,
    Krypkasino,
    Move,
    is_sweep,
)
from cabbage._krypkasino_captures cimport (
    Cards,
    Table,
    add_cards,
    count_cards,
    list_cards,
    one_card,
    remove_cards,
    whole_splits,
)
from cabbage._rng cimport Rng, shuffle_first
from cabbage._worlds cimport (
    MOST_CLASSES,
    MOST_GROUPS,
    NO_WORLD,
    Filling,
    add_to_classes,
    add_to_groups,
    begin_filling,
)
from cabbage._worlds_table cimport fill


# ---------------------------------------------------------------- what is shown

cdef extern from *:
    """
    #define CABBAGE_KK_SMALL_TOTAL 128
    /* Bit v of the n-th word: v, from 2 to 16, divides n. */
    static const uint32_t CABBAGE_KK_DIVISORS[CABBAGE_KK_SMALL_TOTAL] = {
        0x00000, 0x00000, 0x00004, 0x00008, 0x00014, 0x00020, 0x0004C, 0x00080, 0x00114, 0x00208, 0x00424,
        0x00800, 0x0105C, 0x02000, 0x04084, 0x08028, 0x10114, 0x00000, 0x0024C, 0x00000, 0x00434, 0x00088,
        0x00804, 0x00000, 0x0115C, 0x00020, 0x02004, 0x00208, 0x04094, 0x00000, 0x0846C, 0x00000, 0x10114,
        0x00808, 0x00004, 0x000A0, 0x0125C, 0x00000, 0x00004, 0x02008, 0x00534, 0x00000, 0x040CC, 0x00000,
        0x00814, 0x08228, 0x00004, 0x00000, 0x1115C, 0x00080, 0x00424, 0x00008, 0x02014, 0x00000, 0x0024C,
        0x00820, 0x04194, 0x00008, 0x00004, 0x00000, 0x0947C, 0x00000, 0x00004, 0x00288, 0x10114, 0x02020,
        0x0084C, 0x00000, 0x00014, 0x00008, 0x044A4, 0x00000, 0x0135C, 0x00000, 0x00004, 0x08028, 0x00014,
        0x00880, 0x0204C, 0x00000, 0x10534, 0x00208, 0x00004, 0x00000, 0x050DC, 0x00020, 0x00004, 0x00008,
        0x00914, 0x00000, 0x0866C, 0x02080, 0x00014, 0x00008, 0x00004, 0x00020, 0x1115C, 0x00000, 0x04084,
        0x00A08, 0x00434, 0x00000, 0x0004C, 0x00000, 0x02114, 0x080A8, 0x00004, 0x00000, 0x0125C, 0x00000,
        0x00C24, 0x00008, 0x14194, 0x00000, 0x0004C, 0x00020, 0x00014, 0x02208, 0x00004, 0x00080, 0x0957C,
        0x00800, 0x00004, 0x00008, 0x00014, 0x00020, 0x042CC, 0x00000
    };
    """
    int SMALL_TOTAL "CABBAGE_KK_SMALL_TOTAL"
    const uint32_t DIVISORS "CABBAGE_KK_DIVISORS"[128]


cdef inline uint32_t divisors(int total) noexcept nogil:
    """The numbers from 2 to 16 that divide `total`, as bits."""
    cdef uint32_t found = 0
    cdef int value
    if total < SMALL_TOTAL:
        return DIVISORS[total]
    for value in range(2, 17):
        found |= <uint32_t>(total % value == 0) << value
    return found


cdef inline uint64_t cards_of_values(uint32_t values, int flags) noexcept nogil:
    """All cards that are worth one of these values when they are played."""
    cdef uint64_t cards = ((((values >> 1) & 0x1FFE) | ((values >> 14) & 1)) * COMB)
    if flags & NORDIC_VALUES:
        cards &= ~(1ULL << TWO_OF_SPADES | 1ULL << TEN_OF_DIAMONDS)
        cards |= <uint64_t>((values >> 15) & 1) << TWO_OF_SPADES
        cards |= <uint64_t>((values >> 16) & 1) << TEN_OF_DIAMONDS
    return cards


cdef inline uint64_t sweepers_of(const Table *table, int flags) noexcept nogil:
    """All cards, of 52, that could sweep this table; of an empty one none."""
    cdef uint64_t one = table.cards.one
    cdef uint32_t below = <uint32_t>((one | one >> 13 | one >> 26 | one >> 39) & 0x1FFF)
    cdef uint32_t ranks = below
    cdef uint32_t values, sweeping
    cdef int value
    # Of the highest rank on the table all bits below it: a card takes none that is worth more than itself.
    below |= below >> 1
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    values = divisors(table.total) & table.sums & ~below
    if not flags & COURT_SUMS:
        values &= ~<uint32_t>0x3800
        if ranks & 0x1C00 and not ranks & (ranks - 1):
            values |= ranks << 1        # only cards of one court rank: these take equals
    if not flags & NORDIC_VALUES:
        values &= 0x7FFF
    if not values:
        return 0
    # One group, or one card a group.
    sweeping = values & (<uint32_t>1 << table.total if table.total < 32 else 0)
    sweeping |= values & (ranks << 1 if not ranks & (ranks - 1) else 0)
    values ^= sweeping
    while values:
        value = lowest_bit(values)
        if whole_splits(table, value):
            sweeping |= <uint32_t>1 << value
        values &= values - 1
    return cards_of_values(sweeping, flags)


cdef inline uint64_t sweepers(const Krypkasino *s) noexcept nogil:
    """All cards, of 52, that could sweep the table as it is; of an empty one none."""
    return sweepers_of(&s.table, s.flags)


cdef inline void note_play(const Krypkasino *s, const Move *move, uint64_t sweepers, uint64_t *lacks) noexcept nogil:
    """Note what a legal move, which is about to be played in `s`, will show.

    `sweepers` could sweep the table as it is. `lacks` has for each seat the cards it has shown not to hold.
    When a batch ends, which is when `play` returns more than 1, it must be set to 0 again.
    """
    if not is_sweep(s, &move.taken):
        lacks[s.current_player] |= sweepers


# ---------------------------------------------------------------- drawing a world

cdef inline Cards hand_of(const uint8_t *listed, int count) noexcept nogil:
    cdef Cards hand, card
    cdef int i
    hand.one = hand.two = 0
    for i in range(count):
        card = one_card(listed[i])
        add_cards(&hand, &card)
    return hand


cdef inline Cards unseen(const Krypkasino *s, int seat, const DealRules *rules) noexcept nogil:
    """The cards that `seat` does not see."""
    cdef Cards cards, seen = s.hands[seat]
    cdef int i
    for i in range(s.num_players):
        add_cards(&seen, &s.piles[i])
    add_cards(&seen, &s.table.cards)
    add_cards(&seen, &s.aside)
    cards.one = rules.deck
    cards.two = rules.deck if rules.packs == 2 else 0
    remove_cards(&cards, &seen)
    return cards


cdef inline void redeal_batch(Krypkasino *s, const Cards *hands) noexcept nogil:
    """Write into the dealt part of the stock that the last batch brought these hands.

    It lies there for `undo` to return to: each seat's block becomes what the seat has played since, in order of
    number, and then its new hand. A deal that began in this batch has no such blocks, and keeps what there is.
    """
    cdef uint8_t listed[2 * MAX_STOCK]
    cdef Cards block, card
    cdef int begin = MAX_STOCK - s.stock_left - s.num_players * s.later_hand
    cdef int seat = s.dealer, i, count
    if begin < 0:
        return
    for _ in range(s.num_players):
        seat = seat + 1 if seat + 1 < s.num_players else 0
        block.one = block.two = 0
        for i in range(s.later_hand):
            card = one_card(s.stock[begin + i])
            add_cards(&block, &card)
        remove_cards(&block, &s.hands[seat])
        count = list_cards(&block, listed)
        count += list_cards(&hands[seat], listed + count)
        if count == s.later_hand:
            for i in range(count):
                s.stock[begin + i] = listed[i]
        begin += s.later_hand


cdef inline void forget_order(Krypkasino *s) noexcept nogil:
    """Put each hand that a batch so far has brought in order of number: in which it was dealt, nobody saw."""
    cdef uint8_t listed[2 * MAX_STOCK]
    cdef Cards block, card
    cdef int begin = MAX_STOCK - s.stock_left - s.later_hand, i
    while begin >= 0:
        block.one = block.two = 0
        for i in range(s.later_hand):
            card = one_card(s.stock[begin + i])
            add_cards(&block, &card)
        # Before the stock that the deal began with there is nothing but zeros.
        if list_cards(&block, listed) == s.later_hand:
            memcpy(&s.stock[begin], listed, s.later_hand)
        begin -= s.later_hand


cdef inline int resample(Krypkasino *s, int seat, const uint64_t *lacks, const DealRules *rules,
                         Rng *rng) noexcept nogil:
    """Deal the cards that `seat` does not see anew: to the other hands, to the stock, and out of play.

    Every shuffle that is consistent with `lacks` is equally likely. The draw depends on what `seat` knows and on
    nothing else. The hash goes stale. Returns 0; NO_WORLD where there is no such shuffle at all, which no play can
    bring about, and everything stays as it is; -1 where memory lacks.
    """
    cdef Filling f
    cdef uint64_t denied[MOST_GROUPS]       # to each group
    cdef uint64_t lacking[MAX_PLAYERS]      # of each seat, of the cards unseen
    cdef Cards hands[MAX_PLAYERS]
    cdef uint8_t listed[MAX_STOCK]
    cdef uint8_t classes[MOST_CLASSES][MAX_STOCK]
    cdef uint8_t pools[MOST_GROUPS][MAX_STOCK]
    cdef int sizes[MAX_PLAYERS]
    cdef int ends[MOST_CLASSES]
    cdef int pooled[MOST_GROUPS]
    cdef int class_of[MOST_CLASSES]         # of a set of groups, or -1
    cdef Cards unknown = unseen(s, seat, rules)
    cdef int count = list_cards(&unknown, listed)
    cdef int total = s.stock_left, i, g, k, groups, left, taken
    cdef uint8_t *cards

    if lacks[seat] & s.hands[seat].one:
        return NO_WORLD
    begin_filling(&f)
    for i in range(s.num_players):
        sizes[i] = count_cards(&s.hands[i]) if i != seat else 0
        total += sizes[i]
        lacking[i] = lacks[i] & unknown.one if sizes[i] else 0
        if lacking[i]:
            add_to_groups(&f, denied, lacking[i], sizes[i])
    if total > count:
        return NO_WORLD

    if f.num_groups:
        for k in range(1 << f.num_groups):
            class_of[k] = -1
        left = 0                            # of cards that no group may have
        for i in range(count):
            groups = 0
            for g in range(f.num_groups):
                groups |= <int>(~(denied[g] >> listed[i]) & 1) << g
            if groups == 0:
                listed[left] = listed[i]
                left += 1
                continue
            k = class_of[groups]
            if k < 0:
                k = class_of[groups] = add_to_classes(&f, groups, 0)
                ends[k] = 0
            classes[k][ends[k]] = listed[i]
            ends[k] += 1
            f.cards[k] += 1
        k = fill(&f, rng)
        if k <= 0:
            return k if k else NO_WORLD
        for g in range(f.num_groups):
            pooled[g] = 0
        for k in range(f.num_classes):
            cards = classes[k]
            for g in range(f.num_groups):
                taken = f.taken[g][k]
                shuffle_first(cards, taken, ends[k], rng)
                for i in range(taken):
                    pools[g][pooled[g]] = cards[i]
                    pooled[g] += 1
                cards += taken
                ends[k] -= taken
            for i in range(ends[k]):
                listed[left] = cards[i]
                left += 1
        count = left

    cards = listed
    for i in range(s.num_players):
        if i == seat:
            hands[i] = s.hands[i]
        elif lacking[i]:
            g = 0
            while denied[g] != lacking[i]:
                g += 1
            shuffle_first(pools[g] + f.sizes[g] - pooled[g], sizes[i], pooled[g], rng)
            hands[i] = hand_of(pools[g] + f.sizes[g] - pooled[g], sizes[i])
            pooled[g] -= sizes[i]
        else:
            shuffle_first(cards, sizes[i], count, rng)
            hands[i] = hand_of(cards, sizes[i])
            cards += sizes[i]
            count -= sizes[i]
    redeal_batch(s, hands)
    shuffle_first(cards, s.stock_left, count, rng)
    for i in range(s.num_players):
        s.hands[i] = hands[i]
    for i in range(s.stock_left):
        s.stock[MAX_STOCK - s.stock_left + i] = cards[i]
    return 0
