"""Krypkasino: what the rest of a deal depends on, as the key of a transposition table.

Of the cards on the table only their ranks decide what can be done; what they count decides only who is
glad of it. So a key has two parts. The *bare* part says how many cards of each rank lie on the table,
which cards of the batch are still in hands, and how many batches are to come. The rest, the lowest bits of
word 1, says which of the table's cards count, and what the cards put aside count. Positions with one bare
part are *near*: played alike they end alike, but for the points of the cards that differ. They share a bucket
of the table, and bounds of one are bounds of the other, widened by those points (`probe_near`).

Left out of a key is what does not matter: points already made, since a table keeps what is still to come;
the suits of cards that count nothing, on the table and in one hand; cards that nothing can take any more, but
for their points and that some lie there; and who captured last, as soon as a further capture is certain.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cabbage._bits cimport lowest_bit, popcount
from cabbage._krypkasino cimport (
    COMB, COURTS, MAX_PLAYERS, MAX_STOCK, NOBODY, NUM_CARDS, SPADES, TEN_OF_DIAMONDS, Krypkasino,
    card_points, hand_value, takes_sums,
)
from cabbage._krypkasino_captures cimport RANKS, Cards, add_cards, one_card, table_value
from cabbage._rng cimport GOLDEN_GAMMA, mix
from cabbage._transpositions cimport (
    BUCKET, NO_HINT, Entry, Key, Slots, bucket_of, lock_bucket, unlock_bucket,
)


cdef extern from *:
    """
    #define CABBAGE_KK_ALONE (CABBAGE_KK_SPADES | 1ULL << 22)   /* spades, ten of diamonds */
    """
    const uint64_t SUIT "CABBAGE_KK_SUIT"
    const uint64_t ALONE "CABBAGE_KK_ALONE"


cdef enum:
    COUNTING_BITS = 34              # of word 1 of a key: what the cards count
    FEW_CARDS = 8                   # in hands
    LOWEST = -32000                 # bounds that say nothing
    HIGHEST = 32000


cdef struct Kinds:
    # A multiset of cards, as far as it matters: equal for two that differ in suits that count nothing.
    uint64_t ranks                  # how many of each rank, 0 to 8, in four bit planes
    uint64_t counting               # 28 bits: which of them are spades, which are tens of diamonds


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
    bint apart                      # cards that are alike have places of their own
    int per_batch
    int num_batches
    Batch *batches
    Places *spans                   # of each batch, seat and card: the places of the cards like it


# ---------------------------------------------------------------- cards that are alike

cdef inline int like_of(int card) noexcept nogil:
    """The first of the cards that are like this one."""
    return card if (ALONE >> card) & 1 else card % RANKS


cdef inline int placed_as(int card, bint apart) noexcept nogil:
    """The card in whose span of places this one is."""
    return card if apart else like_of(card)


cdef inline Kinds kinds_of(const Cards *cards) noexcept nogil:
    cdef uint64_t one = cards.one, two = cards.two
    cdef uint64_t a = one & SUIT, b = (one >> 13) & SUIT, c = (one >> 26) & SUIT, d = one >> 39
    cdef uint64_t e = two & SUIT, f = (two >> 13) & SUIT, g = (two >> 26) & SUIT, h = two >> 39
    # Two full adders and a half one; then their carries.
    cdef uint64_t x = a ^ b ^ c, y = d ^ e ^ f, z = g ^ h
    cdef uint64_t p = (a & b) | (c & (a ^ b)), q = (d & e) | (f & (d ^ e)), r = g & h
    cdef uint64_t ones = x ^ y ^ z, carry = (x & y) | (z & (x ^ y))
    cdef uint64_t carries = p ^ q ^ r, twos = carries ^ carry, fours = (p & q) | (r & (p ^ q))
    cdef Kinds kinds
    carry &= carries
    kinds.ranks = ones | twos << 13 | (fours ^ carry) << 26 | (fours & carry) << 39
    kinds.counting = d | h << 13 | ((one >> TEN_OF_DIAMONDS) & 1) << 26 | ((two >> TEN_OF_DIAMONDS) & 1) << 27
    return kinds


cdef inline uint32_t ranks_of(uint64_t cards) noexcept nogil:
    """The ranks of a set of cards, as bits."""
    return <uint32_t>((cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT)


# ---------------------------------------------------------------- places

cdef inline const Places *span_of(const Plan *plan, int batch, int seat, int card) noexcept nogil:
    return &plan.spans[(batch * MAX_PLAYERS + seat) * NUM_CARDS + placed_as(card, plan.apart)]


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


# ---------------------------------------------------------------- what may still happen

cdef struct Outlook:
    # What the cards on the table and in hands may still do to each other in this batch. It errs on
    # the side of possibility: nothing outside it happens.
    uint64_t live                   # cards that could still be taken if they lay on the table
    uint64_t summing                # cards in hands that could still take something as a sum
    uint32_t hands                  # ranks in hands
    uint32_t pairs                  # ranks of which hands have two or more cards
    uint32_t takers                 # ranks of cards in hands that take their equals
    uint32_t taker_pairs            # ranks of which hands have two or more such cards


cdef inline bint takes_equals(int card, int flags) noexcept nogil:
    """Whether the card, when played, takes a card of its rank: a hand ace does not."""
    return hand_value(card, flags) == table_value(card)


cdef inline int list_values(const Cards *cards, uint8_t *values) noexcept nogil:
    """The table values of some cards. Returns how many."""
    cdef uint64_t rest = cards.one
    cdef int count = 0, card
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        values[count] = <uint8_t>table_value(card)
        count += 1
        if (cards.two >> card) & 1:
            values[count] = <uint8_t>table_value(card)
            count += 1
    return count


cdef inline Outlook look_out(const Krypkasino *s) noexcept nogil:
    cdef Outlook o
    cdef uint8_t values[MAX_STOCK]
    cdef uint64_t rest, all_hands = 0, live = 0, sums = 1ULL << 63, others
    cdef uint32_t rank
    cdef int on_table = list_values(&s.table.cards, values), count = on_table, seat, card, value, i
    cdef bint left_out
    o.summing = 0
    o.hands = o.pairs = o.takers = o.taker_pairs = 0
    for seat in range(s.num_players):
        count += list_values(&s.hands[seat], values + count)
        rest = s.hands[seat].one
        all_hands |= rest
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            rank = 1 << (card % RANKS)
            o.pairs |= o.hands & rank
            o.hands |= rank
            if (s.hands[seat].two >> card) & 1:
                o.pairs |= rank
            if takes_equals(card, s.flags):
                o.taker_pairs |= o.takers & rank
                o.takers |= rank
                if (s.hands[seat].two >> card) & 1:
                    o.taker_pairs |= rank
    # Bit 63 - n of `sums`: some of the cards add up to n.
    for i in range(count):
        sums |= sums >> values[i]
    # A card can be in a group only where what it lacks to the value of a card in hand can be made of the
    # others; that these have to be without the card in hand too is worth looking at when few are left.
    while all_hands:
        card = lowest_bit(all_hands)
        all_hands &= all_hands - 1
        if not takes_sums(card, s.flags):
            live |= 1ULL << table_value(card)
            continue
        others = sums
        if count - on_table <= FEW_CARDS:
            others = 1ULL << 63
            left_out = False
            for i in range(count - 1, -1, -1):
                if values[i] == table_value(card) and not left_out:
                    left_out = True
                else:
                    others |= others >> values[i]
        value = hand_value(card, s.flags)
        live |= others >> (63 - value)
        o.summing |= ((others >> (63 - value)) & 1) << card
    o.live = ((live >> 1) & SUIT) * COMB
    return o


cdef inline void look_nowhere(Outlook *o) noexcept nogil:
    """Everything may happen: enough where later batches decide what a key needs to know."""
    o.live = o.summing = ~0ULL
    o.hands = o.pairs = o.takers = o.taker_pairs = 0


cdef inline uint64_t dead_cards(const Outlook *o, const Krypkasino *s) noexcept nogil:
    """Cards on the table that nothing will ever take: they lie there until the last capturer gets them.

    With batches to come that is only said of court cards, which leave the table before the next one.
    """
    return s.table.cards.one & ~o.live & (~0ULL if s.stock_left == 0 else COURTS)


cdef inline bint captures_again(const Outlook *o, const Batch *batch, const Krypkasino *s) noexcept nogil:
    """Whether somebody is sure to capture: were there no capture, a card would meet its equal."""
    cdef uint32_t table = ranks_of(s.table.cards.one)
    return batch.is_sure or o.taker_pairs != 0 or ((o.takers & table) | (batch.later & (o.hands | table))) != 0


# ---------------------------------------------------------------- keys

cdef inline Key key_of(const Krypkasino *s, const Places *places, uint64_t dead, int capturer) noexcept nogil:
    """The key of a position.

    dead: the cards of the table that count as dead. capturer: who captured last, as a number below 4, or
    a number that says that it does not matter.
    """
    cdef Cards lying = s.table.cards
    cdef Kinds table
    cdef Key key
    lying.one &= ~dead
    lying.two &= ~dead
    table = kinds_of(&lying)
    lying.one = s.table.cards.one & dead
    lying.two = s.table.cards.two & dead
    key.words[0] = (table.ranks | <uint64_t>capturer << 52 | <uint64_t>(s.last_player == NOBODY) << 54
                    | <uint64_t>s.stock_left << 55 | <uint64_t>(dead != 0) << 62)
    key.words[1] = (table.counting | <uint64_t>(card_points(&s.aside) + card_points(&lying)) << 28
                    | places.high << COUNTING_BITS)
    key.words[2] = places.low
    return key


cdef inline bint has_key(const Places *places) noexcept nogil:
    """Whether a key has room for the places: it has for 94, and no batch that can be solved has more."""
    return places.high >> (64 - COUNTING_BITS) == 0


cdef inline uint64_t hash_bare(const Key *key) noexcept nogil:
    """A hash of the bare part: near positions stand in one bucket."""
    return mix(mix(mix(key.words[0] + GOLDEN_GAMMA) + (key.words[1] >> COUNTING_BITS)) + key.words[2])


cdef inline bint is_near(const Key *a, const Key *b) noexcept nogil:
    return ((a.words[0] ^ b.words[0]) | (a.words[1] ^ b.words[1]) >> COUNTING_BITS | (a.words[2] ^ b.words[2])) == 0


cdef inline int more_points(uint64_t a, uint64_t b) noexcept nogil:
    """How many points cards of word `a` count in which word `b`, of a near key, falls short of it.

    Beside another of its rank a spade counts a point more, the two of spades two, the ten of diamonds three.
    """
    cdef uint64_t more = a & ~b
    return (popcount(more & 0x3FFFFFF) + popcount(more & (2 | 2 << 13)) + 3 * popcount(more & (3 << 26))
            + max(0, <int>((a >> 28) & 63) - <int>((b >> 28) & 63)))


cdef inline bint probe_near(const Slots *slots, const Key *key, uint64_t hash, int least, int most, bint nearness,
                            Entry *found) noexcept nogil:
    """Bounds and hint for a key from its own entry and, with `nearness`, from those of near positions.

    least, most: the lowest and the highest weight of anybody, nobody's 0 among them. A card that counts a
    point more lowers what is to come by the weight of who gets it. Returns False where there is no entry.
    """
    cdef uint64_t bucket = bucket_of(slots, hash)
    cdef Entry *entry = slots.entries + BUCKET * bucket
    cdef volatile long *lock = lock_bucket(slots, bucket)
    cdef bint hit = False
    cdef int more, less
    found.lower = LOWEST
    found.upper = HIGHEST
    found.hint = NO_HINT
    for _ in range(BUCKET):
        if entry.work and entry.generation == slots.generation and is_near(&entry.key, key):
            more = more_points(key.words[1], entry.key.words[1])
            less = more_points(entry.key.words[1], key.words[1])
            if nearness or not more | less:
                hit = True
                if not more | less or found.hint == NO_HINT:
                    found.hint = entry.hint
                found.lower = <int16_t>max(found.lower, entry.lower - most * more + least * less)
                found.upper = <int16_t>min(found.upper, entry.upper - least * more + most * less)
        entry += 1
    unlock_bucket(lock)
    return hit


# ---------------------------------------------------------------- plans

cdef inline void place_hands(Batch *batch, Places *spans, int num_players, bint apart) noexcept nogil:
    """Number the cards of a batch: seat by seat, those that are alike beside each other."""
    cdef int seat, card, other, place = 0
    cdef Places *span
    batch.places.low = batch.places.high = 0
    for seat in range(num_players):
        for card in range(NUM_CARDS):
            if placed_as(card, apart) != card:
                continue
            span = &spans[seat * NUM_CARDS + card]
            span.low = span.high = 0
            for other in range(card, NUM_CARDS):
                if placed_as(other, apart) != card:
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
        place_hands(batch, plan.spans + i * MAX_PLAYERS * NUM_CARDS, root.num_players, plan.apart)
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
    cdef int number, seat, card, missing, i
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
            for _ in range(missing):
                places[0] = leave_place(places[0], span_of(plan, number, seat, card))
    return True
