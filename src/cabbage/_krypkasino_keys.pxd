"""Krypkasino: what the rest of a deal depends on, as the key of a transposition table.

Two cards of one rank, of equal points and of equal value in the hand do the same from now on: the
other clubs, diamonds and hearts of a rank are *alike*, spades and the ten of diamonds stand alone. A
key holds how many of each lie on the table, which of the batch's cards are still in hands, how many
batches are to come, and what the cards put aside count. Who captured last is left out as soon as a
further capture is certain. Points already made are left out: a table keeps what is still to come.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

from libc.string cimport memcpy

from cabbage._bits cimport lowest_bit, popcount
from cabbage._krypkasino cimport (
    COMB, COURTS, MAX_PLAYERS, MAX_STOCK, NOBODY, NUM_CARDS, SPADES, TEN_OF_DIAMONDS, Krypkasino,
    card_points, hand_value, takes_sums,
)
from cabbage._krypkasino_captures cimport RANKS, Cards, add_cards, count_cards, one_card, table_value
from cabbage._rng cimport GOLDEN_GAMMA, mix
from cabbage._transpositions cimport BUCKET, NO_HINT, Entry, Key, Slots, bucket_of, lock_bucket, unlock_bucket


cdef extern from *:
    """
    #define CABBAGE_KK_ALONE (CABBAGE_KK_SPADES | 1ULL << 22)       /* spades and the ten of diamonds */
    """
    const uint64_t SUIT "CABBAGE_KK_SUIT"
    const uint64_t ALONE "CABBAGE_KK_ALONE"


cdef enum:
    COUNTING_BITS = 34              # of a key: which of its cards count, and the points aside


cdef struct Likes:
    # How many there are of each kind of card: the same for multisets that differ in nothing that matters.
    uint64_t low                    # 54 bits
    uint64_t high                   # 13 bits


cdef struct Places:
    # A set of the places of one batch: in it stand the cards that are still in hands.
    uint64_t low
    uint64_t high


cdef struct Batch:
    Cards hands[MAX_PLAYERS]        # as dealt, or as the root has them
    Places places                   # of all its cards
    uint32_t later                  # ranks that cards of later batches are sure to take an equal of
    bint is_sure                    # whether later batches make a capture certain among themselves


cdef struct Plan:
    # A root, and where the cards of its batches stand in keys.
    Krypkasino root
    int8_t weights[MAX_PLAYERS + 1]  # a seat's; the last is nobody's, 0
    int per_batch
    int num_batches
    Batch *batches
    Places *spans                   # of each batch, seat and card: the places of the cards like it


# ---------------------------------------------------------------- cards that are alike

cdef inline int like_of(int card) noexcept nogil:
    """The first of the cards that are like this one."""
    return card if (ALONE >> card) & 1 else card % RANKS


cdef inline Likes likes_of(const Cards *cards) noexcept nogil:
    """The kinds of some cards: of the alike a number of three bits for each rank, in bit planes."""
    cdef uint64_t one = cards.one & ~ALONE, two = cards.two & ~ALONE
    cdef uint64_t a = one & SUIT, b = (one >> 13) & SUIT, c = one >> 26
    cdef uint64_t ones = a ^ b ^ c, twos = (a & b) | (c & (a ^ b)), fours, first, second
    cdef Likes likes
    a = two & SUIT
    b = (two >> 13) & SUIT
    c = two >> 26
    first = a ^ b ^ c
    second = (a & b) | (c & (a ^ b))
    a = ones & first
    ones ^= first
    fours = (twos & second) | (a & (twos ^ second))
    twos ^= second ^ a
    likes.low = (ones | twos << 13 | fours << 26 | (cards.one & SPADES)
                 | ((cards.one >> TEN_OF_DIAMONDS) & 1) << 52 | ((cards.two >> TEN_OF_DIAMONDS) & 1) << 53)
    likes.high = cards.two >> 39
    return likes


cdef inline bint same_likes(const Likes *a, const Likes *b) noexcept nogil:
    return a.low == b.low and a.high == b.high


cdef inline uint32_t ranks_of(uint64_t cards) noexcept nogil:
    """The ranks of a set of cards, as bits."""
    return <uint32_t>((cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT)


cdef inline bint takes_equals(int card, int flags) noexcept nogil:
    """Whether the card, when played, takes a card of its rank: a hand ace does not."""
    return hand_value(card, flags) == table_value(card)


# ---------------------------------------------------------------- places

cdef inline const Places *span_of(const Plan *plan, int batch, int seat, int card) noexcept nogil:
    return &plan.spans[(batch * MAX_PLAYERS + seat) * NUM_CARDS + like_of(card)]


cdef inline Places leave_place(Places places, const Places *span) noexcept nogil:
    """The places without one of a span: the lowest, so that equal hands have equal places."""
    cdef uint64_t there = places.low & span.low
    if there:
        places.low ^= there & (0 - there)
    else:
        there = places.high & span.high
        places.high ^= there & (0 - there)
    return places


cdef inline int batch_of(const Plan *plan, const Krypkasino *s) noexcept nogil:
    return (plan.root.stock_left - s.stock_left) // plan.per_batch


# ---------------------------------------------------------------- keys

cdef inline bint captures_again(const Batch *batch, const Krypkasino *s) noexcept nogil:
    """Whether somebody is sure to capture: were there no capture, a card would meet its equal."""
    cdef uint64_t hands = 0, rest
    cdef uint32_t once = 0, twice = 0, ranks, table
    cdef int seat, card
    if batch.is_sure:
        return True
    table = ranks_of(s.table.cards.one)
    if batch.later & table:
        return True
    for seat in range(s.num_players):
        hands |= s.hands[seat].one
        rest = s.hands[seat].one
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if takes_equals(card, s.flags):
                ranks = 1 << (card % RANKS)
                twice |= once & ranks
                once |= ranks
                if (s.hands[seat].two >> card) & 1:
                    twice |= ranks
    return twice != 0 or (once & table) != 0 or (batch.later & ranks_of(hands)) != 0


cdef inline uint64_t live_cards(const Krypkasino *s) noexcept nogil:
    """Cards that may still be taken from the table in this batch, or are met by a later one.

    A card can be in a group only if what is missing to the value of some card in hand can be made of the
    others: all on the table and in hands count as others here, which is generous.
    """
    cdef uint64_t sums = 1ULL << 63, live = 0, rest, hands = 0, seen = 0
    cdef int seat, card
    rest = s.table.cards.one
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        sums |= sums >> table_value(card)
        if (s.table.cards.two >> card) & 1:
            sums |= sums >> table_value(card)
    for seat in range(s.num_players):
        rest = s.hands[seat].one
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            sums |= sums >> table_value(card)
            if (s.hands[seat].two >> card) & 1:
                sums |= sums >> table_value(card)
        hands |= s.hands[seat].one
    while hands:
        card = lowest_bit(hands)
        hands &= hands - 1
        if takes_sums(card, s.flags):
            live |= sums >> (63 - hand_value(card, s.flags))
        else:
            live |= 1ULL << table_value(card)
    live = ((live >> 1) & SUIT) * COMB
    return live if s.stock_left == 0 else live | ~COURTS


cdef inline Key key_of(const Plan *plan, const Krypkasino *s, int batch, const Places *places,
                        bint relevance) noexcept nogil:
    """The key of a position. Its lowest bits of word 1 say which cards count, the rest what can be done."""
    cdef uint64_t live = live_cards(s) if relevance else ~0ULL
    cdef uint64_t one = s.table.cards.one & live, two = s.table.cards.two & live
    cdef bint has_dead = one != s.table.cards.one
    cdef Cards dead
    cdef uint64_t a = one & SUIT, b = (one >> 13) & SUIT, c = (one >> 26) & SUIT, d = one >> 39
    cdef uint64_t e = two & SUIT, f = (two >> 13) & SUIT, g = (two >> 26) & SUIT, h = two >> 39
    cdef uint64_t x = a ^ b ^ c, y = d ^ e ^ f, z = g ^ h
    cdef uint64_t p = (a & b) | (c & (a ^ b)), q = (d & e) | (f & (d ^ e)), r = g & h
    cdef uint64_t ones = x ^ y ^ z, carry = (x & y) | (z & (x ^ y))
    cdef uint64_t twos, fours, eights
    cdef Key key
    cdef uint64_t capturer = 0
    dead.one = s.table.cards.one & ~live
    dead.two = s.table.cards.two & ~live
    # Of each rank how many there are, 0 to 8, in bit planes.
    x = p ^ q ^ r
    twos = x ^ carry
    carry &= x
    fours = (p & q) | (r & (p ^ q))
    eights = fours & carry
    fours ^= carry
    if not captures_again(&plan.batches[batch], s):
        capturer = 2 + plan.weights[s.last_capturer]
    key.words[0] = (ones | twos << 13 | fours << 26 | eights << 39 | capturer << 52
                    | <uint64_t>(s.last_player == NOBODY) << 54 | <uint64_t>s.stock_left << 55 | <uint64_t>has_dead << 62)
    key.words[1] = (d | h << 13 | ((one >> TEN_OF_DIAMONDS) & 1) << 26 | ((two >> TEN_OF_DIAMONDS) & 1) << 27
                    | <uint64_t>(card_points(&s.aside) + card_points(&dead)) << 28 | places.high << COUNTING_BITS)
    key.words[2] = places.low
    return key


cdef inline uint64_t hash_bare(const Key *key) noexcept nogil:
    """The same hash for positions that differ only in what cards count: they are near to each other."""
    return mix(mix(mix(key.words[0] + GOLDEN_GAMMA) + (key.words[1] >> COUNTING_BITS)) + key.words[2])


cdef inline int more_points(uint64_t a, uint64_t b) noexcept nogil:
    """How many points of the cards of word `a` the word `b` has not."""
    cdef uint64_t more = a & ~b
    return (popcount(more & 0x3FFFFFF) + popcount(more & (2 | 2 << 13)) + 3 * popcount(more & (3 << 26))
            + max(0, <int>((a >> 28) & 63) - <int>((b >> 28) & 63)))


cdef inline bint probe_near(const Slots *slots, const Key *key, uint64_t hash, int least, int most, bint exactly,
                            Entry *found) noexcept nogil:
    cdef uint64_t bucket = bucket_of(slots, hash)
    cdef Entry *entry = slots.entries + BUCKET * bucket
    cdef volatile long *lock = lock_bucket(slots, bucket)
    cdef bint hit = False
    cdef int more, less
    found.lower = -32000
    found.upper = 32000
    found.hint = NO_HINT
    for _ in range(BUCKET):
        if (entry.work and entry.generation == slots.generation
                and ((entry.key.words[0] ^ key.words[0]) | (entry.key.words[2] ^ key.words[2])
                     | (entry.key.words[1] ^ key.words[1]) >> COUNTING_BITS) == 0):
            more = more_points(key.words[1], entry.key.words[1])
            less = more_points(entry.key.words[1], key.words[1])
            if exactly and more | less:
                entry += 1
                continue
            hit = True
            if not more | less or found.hint == NO_HINT:
                found.hint = entry.hint
            found.lower = <int16_t>max(found.lower, entry.lower - most * more + least * less)
            found.upper = <int16_t>min(found.upper, entry.upper - least * more + most * less)
        entry += 1
    unlock_bucket(lock)
    return hit


# ---------------------------------------------------------------- plans

cdef inline int batches_of(const Krypkasino *root) noexcept nogil:
    """This batch and those of the stock."""
    return 1 + root.stock_left // (root.num_players * root.later_hand)


cdef inline void place_hands(Batch *batch, Places *spans, int num_players) noexcept nogil:
    """Number the cards of a batch: seat by seat, those that are alike beside each other."""
    cdef int seat, card, other, place = 0
    cdef Places *span
    batch.places.low = batch.places.high = 0
    for seat in range(num_players):
        for card in range(NUM_CARDS):
            if like_of(card) != card:
                continue
            span = &spans[seat * NUM_CARDS + card]
            span.low = span.high = 0
            for other in range(card, NUM_CARDS):
                if like_of(other) != card:
                    continue
                for _ in range(((batch.hands[seat].one >> other) & 1) + ((batch.hands[seat].two >> other) & 1)):
                    if place < 64:
                        span.low |= 1ULL << place
                    else:
                        span.high |= 1ULL << (place - 64)
                    place += 1
            batch.places.low |= span.low
            batch.places.high |= span.high


cdef inline void fill_plan(Plan *plan) noexcept nogil:
    """Everything that follows from root and weights; `batches` and `spans` are memory for it."""
    cdef const Krypkasino *root = &plan.root
    cdef Batch *batch
    cdef Cards card
    cdef uint32_t later = 0, rank
    cdef bint is_sure = False
    cdef int i, place, seat, left = root.stock_left
    memcpy(plan.batches[0].hands, root.hands, sizeof(root.hands))
    for i in range(1, plan.num_batches):
        batch = &plan.batches[i]
        for seat in range(MAX_PLAYERS):
            batch.hands[seat].one = batch.hands[seat].two = 0
        seat = root.dealer
        for _ in range(root.num_players):
            seat = seat + 1 if seat + 1 < root.num_players else 0
            for _ in range(root.later_hand):
                card = one_card(root.stock[MAX_STOCK - left])
                add_cards(&batch.hands[seat], &card)
                left -= 1
    for i in range(plan.num_batches - 1, -1, -1):
        batch = &plan.batches[i]
        place_hands(batch, plan.spans + i * MAX_PLAYERS * NUM_CARDS, root.num_players)
        batch.later = later
        batch.is_sure = is_sure
        # Court cards are put aside at the end of a batch and wait for no equal of a later one.
        if i:
            for place in range(plan.per_batch):
                seat = root.stock[MAX_STOCK - root.stock_left + (i - 1) * plan.per_batch + place]
                rank = 1 << (seat % RANKS)
                if takes_equals(seat, root.flags) and not (COURTS >> seat) & 1:
                    is_sure = is_sure or (later & rank) != 0
                    later |= rank


cdef inline bint place_position(const Plan *plan, const Krypkasino *s, Places *places) noexcept nogil:
    """The places of a position; False where it is none that comes after the root."""
    cdef const Krypkasino *root = &plan.root
    cdef const Batch *batch
    cdef int number, seat, card, other, missing, i
    if (s.num_players != root.num_players or s.dealer != root.dealer or s.later_hand != root.later_hand
            or s.flags != root.flags or s.bonus != root.bonus or s.stock_left > root.stock_left
            or (root.stock_left - s.stock_left) % plan.per_batch):
        return False
    for i in range(MAX_STOCK - s.stock_left, MAX_STOCK):
        if s.stock[i] != root.stock[i]:
            return False
    number = batch_of(plan, s)
    batch = &plan.batches[number]
    places[0] = batch.places
    for seat in range(s.num_players):
        if ((s.hands[seat].one & ~batch.hands[seat].one) | (s.hands[seat].two & ~batch.hands[seat].two)):
            return False
        for card in range(NUM_CARDS):
            missing = ((batch.hands[seat].one >> card) & 1) + ((batch.hands[seat].two >> card) & 1)
            missing -= ((s.hands[seat].one >> card) & 1) + ((s.hands[seat].two >> card) & 1)
            for other in range(missing):
                places[0] = leave_place(places[0], span_of(plan, number, seat, card))
    return True
