"""Krypkasino: the one statement of its rules, as a plain C struct and inline verbs.

Everything that plays the game calls these verbs. They trust their arguments: whoever takes input
from outside validates it first.

A card's number is `suit * 13 + rank`, suits in the order clubs, diamonds, hearts, spades, and ranks
from ace 0 to king 12. Two packs make two copies of each; a multiset of cards is a `Cards`, two
words of 52 bits: the cards of which there is at least one, and those of which there are both. Which
copy is which is nowhere to be seen, so equal positions are equal bytes.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cabbage._bits cimport lowest_bit, popcount
from cabbage._krypkasino_captures cimport (
    Cards,
    Subsets,
    Table,
    add_cards,
    add_to_table,
    count_in,
    count_cards,
    groups_of_small,
    list_captures,
    one_card,
    remove_cards,
    sum_subsets,
    table_of,
    table_value,
)
from cabbage._rng cimport GOLDEN_GAMMA, Rng, mix, rng_seed, shuffle_first


cdef extern from *:
    """
    #define CABBAGE_KK_SUIT 0x1FFFULL                   /* the thirteen cards of suit 0 */
    #define CABBAGE_KK_COMB 0x8004002001ULL             /* the four cards of rank 0 */
    #define CABBAGE_KK_COURTS (CABBAGE_KK_COMB * 0x1C00ULL)
    #define CABBAGE_KK_SPADES (CABBAGE_KK_SUIT << 39)
    """
    const uint64_t COMB "CABBAGE_KK_COMB"
    const uint64_t COURTS "CABBAGE_KK_COURTS"
    const uint64_t SPADES "CABBAGE_KK_SPADES"


cdef enum:
    NUM_CARDS = 52
    MAX_STOCK = 104
    MAX_PLAYERS = 6
    NOBODY = 6                      # in `last_player` and `last_capturer`
    # The most captures of all cards of a hand together that are listed; more is an error.
    MAX_MOVES = 1 << 16
    ENTRIES_A_PLAY = 4              # at most: itself, the end of a batch, two for the end of the deal

    TWO_OF_SPADES = 40
    TEN_OF_DIAMONDS = 22

    NORDIC_VALUES = 1               # flags
    COURT_SUMS = 2
    CREDIT_DEALER = 4

    SWEEP = 5
    DOUBLE_SWEEP = 10


cdef enum:                          # what an Entry takes back
    PLAYED = 0
    BATCH_ENDED = 1                 # court cards put aside, the next batch dealt
    TABLE_TAKEN = 2                 # by the last capturer, at the end of the deal
    ASIDE_TAKEN = 3                 # the same; the entry after


cdef struct DealRules:
    # What dealing needs to know of a rule set.
    uint64_t deck
    uint8_t packs
    uint8_t num_players
    uint8_t first_hand
    uint8_t first_table
    uint8_t later_hand
    uint8_t flags
    int16_t bonus


cdef struct Move:
    Cards taken                     # empty for a creep
    int card
    int index                       # among the captures of the card


cdef struct Entry:
    # What `undo` must know of one step.
    Cards cards                     # what moved: taken by a play, put aside, taken at the end
    Table table                     # before the play
    uint64_t zobrist                # before the play
    uint32_t number                 # of the move; for the caller's use
    uint8_t kind
    uint8_t card                    # played; at the end of a batch, how many cards are dealt
    uint8_t last_player
    uint8_t last_capturer


cdef struct Krypkasino:
    # A deal at any moment. Every field is canonical, so equal positions are equal bytes, up to
    # the part of `stock` that has been dealt.
    Cards hands[MAX_PLAYERS]
    Cards piles[MAX_PLAYERS]
    Cards aside
    Table table
    uint64_t zobrist
    int16_t sweep_points[MAX_PLAYERS]
    int16_t bonus                   # for the last capturer
    uint8_t num_players
    uint8_t dealer
    uint8_t current_player
    uint8_t last_player             # of the card before, or NOBODY
    uint8_t last_capturer
    uint8_t later_hand
    uint8_t flags
    uint8_t ended                   # the last capturer has taken the rest
    uint8_t stock_left              # cards still to be dealt: the last ones of `stock`
    uint8_t stock[MAX_STOCK]


# ---------------------------------------------------------------- looking

cdef inline int hand_value(int card, int flags) noexcept nogil:
    """What a card is worth when it is played."""
    if flags & NORDIC_VALUES:
        if card == TWO_OF_SPADES:
            return 15
        if card == TEN_OF_DIAMONDS:
            return 16
    return card % 13 + 1 if card % 13 else 14


cdef inline bint takes_sums(int card, int flags) noexcept nogil:
    return flags & COURT_SUMS or card % 13 < 10


cdef inline bint is_terminal(const Krypkasino *s) noexcept nogil:
    return s.ended


cdef inline uint64_t capturing(const Krypkasino *s) noexcept nogil:
    """The cards, of all there are, that would take something now: a look at the table's sums.

    Bit r of `ranks` is set where a card of rank r takes a sum; each stands for four cards.
    """
    cdef uint64_t sums = s.table.sums
    cdef uint64_t ranks = ((sums >> 1) & 0x1FFE) | ((sums >> 14) & 1)
    cdef uint64_t cards, equals
    if not s.flags & COURT_SUMS:
        equals = s.table.cards.one & COURTS
        equals |= equals >> 26
        equals |= equals >> 13
        ranks = (ranks & 0x3FF) | (equals & 0x1C00)
    cards = ranks * COMB
    if s.flags & NORDIC_VALUES:
        cards &= ~(1ULL << TWO_OF_SPADES | 1ULL << TEN_OF_DIAMONDS)
        cards |= ((sums >> 15) & 1) << TWO_OF_SPADES | ((sums >> 16) & 1) << TEN_OF_DIAMONDS
    return cards


cdef inline int captures(const Krypkasino *s, const Subsets *subsets, int card,
                         Cards *found, int capacity) noexcept nogil:
    """All captures of `card`, in no particular order; -1 if there are more than `capacity`.

    `subsets` are those of the table as it is (`sum_subsets`), summed once for all cards of a hand.
    """
    cdef uint64_t equals
    if takes_sums(card, s.flags):
        return list_captures(&s.table, subsets, hand_value(card, s.flags), found, capacity)
    equals = COMB << (card % 13)
    if not s.table.cards.one & equals:
        return 0
    if capacity < 1:
        return -1
    found[0].one = s.table.cards.one & equals
    found[0].two = s.table.cards.two & equals
    return 1


cdef inline int count_captures(const Krypkasino *s, const Subsets *subsets, int card,
                               Cards *found, int capacity) noexcept nogil:
    """How many captures `card` has, of which there is at least one; -1 if more than `capacity`."""
    cdef uint64_t groups
    if subsets.blocks and takes_sums(card, s.flags):
        groups = groups_of_small(subsets, hand_value(card, s.flags))
        if not groups & (groups - 1):
            return 1
    return captures(s, subsets, card, found, capacity)


cdef inline bint is_sweep(const Krypkasino *s, const Cards *taken) noexcept nogil:
    """Whether taking these cards empties the table (a creep onto an empty table takes none)."""
    return taken.one != 0 and taken.one == s.table.cards.one and taken.two == s.table.cards.two


cdef inline bint sorts_before(const Cards *a, const Cards *b) noexcept nogil:
    """Whether capture `a` comes before `b`, another one: sorted by number, compared card by card."""
    cdef uint64_t differ = (a.one ^ b.one) | (a.two ^ b.two)
    cdef uint64_t first = differ & (0 - differ)
    cdef bint has_more = (((a.one & ~b.one) | (a.two & ~b.two)) & first) != 0
    # Up to `first` both have the same cards; the one with more copies of it goes on with it, the
    # other with a higher card, or has ended and is a beginning of the one.
    return (has_more & (b.one >= first << 1)) | ((not has_more) & (a.one < first << 1))


cdef inline void sort_captures(Cards *found, int count) noexcept nogil:
    """Put captures in canonical order, with as much room again behind them.

    A merge sort from the bottom up, whose choices are moves of data and no branches: which of two
    captures comes first is anybody's guess, the processor's too.
    """
    cdef Cards *source = found
    cdef Cards *target = found + count
    cdef Cards *merged
    cdef Cards held
    cdef int width, i, low, middle, high, begin
    cdef bint second
    for i in range(1, count, 2):
        second = sorts_before(&found[i], &found[i - 1])
        held = found[i - 1 + second]
        found[i] = found[i - second]
        found[i - 1] = held
    width = 2
    while width < count:
        begin = 0
        while begin < count:
            low = begin
            middle = high = min(begin + width, count)
            begin = min(begin + 2 * width, count)
            i = low
            while low < middle and high < begin:
                second = sorts_before(&source[high], &source[low])
                target[i] = source[low + second * (high - low)]
                high += second
                low += not second
                i += 1
            while low < middle:
                target[i] = source[low]
                low += 1
                i += 1
            while high < begin:
                target[i] = source[high]
                high += 1
                i += 1
        merged = target
        target = source
        source = merged
        width *= 2
    if source != found:
        memcpy(found, source, count * sizeof(Cards))


cdef inline int ordered_captures(const Krypkasino *s, const Subsets *subsets, int card,
                                 Cards *found, int capacity) noexcept nogil:
    """`captures` in canonical order. `found` has room for twice `capacity`."""
    cdef int count = captures(s, subsets, card, found, capacity)
    if count > 1:
        sort_captures(found, count)
    return count


cdef inline bint may_sweep(const Krypkasino *s, int card) noexcept nogil:
    """A quick look that most captures fail: groups come to a multiple of the card's value."""
    return s.table.total % hand_value(card, s.flags) == 0


cdef inline bint has_sweep(const Krypkasino *s, const Cards *found, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if is_sweep(s, &found[i]):
            return True
    return False


cdef inline int list_moves(const Krypkasino *s, Move *moves, Cards *scratch, int capacity, bint ordered) noexcept nogil:
    """All legal moves, card by card; with `ordered` each card's captures in canonical order.

    Where any card can sweep, only sweeps are legal. `moves` has room for `capacity`, and `scratch`
    for twice as many. Returns the number of moves, or -1 where the captures of all cards are more than that. A
    move's `index` counts the captures of its card, in the order of this call.
    """
    cdef uint64_t cards = s.hands[s.current_player].one
    cdef uint64_t takers = cards & capturing(s)
    cdef int count = 0, card, found, i, j
    cdef bint sweeps = False
    cdef Subsets subsets
    if takers:
        sum_subsets(&subsets, &s.table)
    while cards:
        if count == capacity:
            return -1
        card = lowest_bit(cards)
        cards &= cards - 1
        if not (takers >> card) & 1:
            moves[count].taken.one = moves[count].taken.two = 0
            moves[count].card = card
            moves[count].index = 0
            count += 1
            continue
        if ordered:
            found = ordered_captures(s, &subsets, card, scratch, capacity - count)
        else:
            found = captures(s, &subsets, card, scratch, capacity - count)
        if found < 0:
            return -1
        for i in range(found):
            moves[count].taken = scratch[i]
            moves[count].card = card
            moves[count].index = i
            count += 1
        if may_sweep(s, card):
            sweeps = sweeps or has_sweep(s, scratch, found)
    if sweeps:
        j = 0
        for i in range(count):
            if is_sweep(s, &moves[i].taken):
                moves[j] = moves[i]
                j += 1
        return j
    return count


cdef inline int count_moves(const Krypkasino *s, Cards *scratch, int capacity) noexcept nogil:
    """The number of legal moves; -1 where `list_moves` would say so."""
    cdef uint64_t cards = s.hands[s.current_player].one
    cdef uint64_t takers = cards & capturing(s)
    cdef int count = popcount(cards ^ takers), sweeps = 0, card, found, i
    cdef Subsets subsets
    if takers:
        sum_subsets(&subsets, &s.table)
    while takers:
        card = lowest_bit(takers)
        takers &= takers - 1
        found = captures(s, &subsets, card, scratch, capacity - count) if count <= capacity else -1
        if found < 0:
            return -1
        count += found
        if may_sweep(s, card):
            for i in range(found):
                sweeps += is_sweep(s, &scratch[i])
    return sweeps if sweeps else count


# ---------------------------------------------------------------- hashing

cdef enum:                          # the places of cards
    IN_HAND = 0                     # + seat
    IN_PILE = 6                     # + seat
    ON_TABLE = 12
    PUT_ASIDE = 13


cdef inline uint64_t zobrist_key(int index) noexcept nogil:
    return mix((<uint64_t>index + 1) * GOLDEN_GAMMA)


cdef inline uint64_t cards_key(int place, uint64_t first_copies, uint64_t second_copies) noexcept nogil:
    cdef uint64_t h = 0
    while first_copies:
        h ^= zobrist_key(place * 104 + lowest_bit(first_copies))
        first_copies &= first_copies - 1
    while second_copies:
        h ^= zobrist_key(place * 104 + 52 + lowest_bit(second_copies))
        second_copies &= second_copies - 1
    return h


cdef inline uint64_t moved_key(int place, const Cards *there, const Cards *cards) noexcept nogil:
    """The key of `cards` coming to, or going from, a place where besides them `there` lie."""
    return cards_key(place, cards.one & ~there.one, cards.two | (cards.one & there.one))


cdef inline uint64_t turn_key(const Krypkasino *s) noexcept nogil:
    return zobrist_key(2000 + s.current_player + 8 * s.last_player + 64 * s.last_capturer + 512 * s.ended)


cdef inline uint64_t sweep_key(const Krypkasino *s) noexcept nogil:
    cdef uint64_t h = 0
    cdef int seat
    for seat in range(s.num_players):
        h ^= mix(zobrist_key(3100 + seat) + <uint64_t>(<uint16_t>s.sweep_points[seat]))
    return h


cdef inline uint64_t stock_key(int left, int card) noexcept nogil:
    """The key of a card of the stock that has `left - 1` cards behind it."""
    return zobrist_key(4096 + left * NUM_CARDS + card)


cdef inline uint64_t hash_position(const Krypkasino *s) noexcept nogil:
    """The Zobrist hash from scratch. `play` and `undo` with `hashed` keep `zobrist` equal to it."""
    cdef uint64_t h = turn_key(s) ^ sweep_key(s)
    cdef int seat, left
    for seat in range(s.num_players):
        h ^= cards_key(IN_HAND + seat, s.hands[seat].one, s.hands[seat].two)
        h ^= cards_key(IN_PILE + seat, s.piles[seat].one, s.piles[seat].two)
    h ^= cards_key(ON_TABLE, s.table.cards.one, s.table.cards.two)
    h ^= cards_key(PUT_ASIDE, s.aside.one, s.aside.two)
    for left in range(1, s.stock_left + 1):
        h ^= stock_key(left, s.stock[MAX_STOCK - left])
    h ^= zobrist_key(16000 + s.num_players + 8 * s.dealer + 64 * s.flags + 1024 * s.later_hand)
    return h ^ mix(zobrist_key(3200) + <uint64_t>(<uint16_t>s.bonus))


# ---------------------------------------------------------------- playing

cdef inline void put(Krypkasino *s, Cards *where, int place, const Cards *cards, bint hashed) noexcept nogil:
    """Move cards to a place."""
    if hashed:
        s.zobrist ^= moved_key(place, where, cards)
    add_cards(where, cards)


cdef inline void take(Krypkasino *s, Cards *where, int place, const Cards *cards, bint hashed) noexcept nogil:
    """Move cards from a place."""
    remove_cards(where, cards)
    if hashed:
        s.zobrist ^= moved_key(place, where, cards)


cdef inline int sweep_points(const Krypkasino *s) noexcept nogil:
    """What taking the whole table counts: a single card can only be taken by one of its value."""
    return DOUBLE_SWEEP if s.table.count == 1 else SWEEP


cdef inline void give_sweep(Krypkasino *s, int points) noexcept nogil:
    """Charge a sweep to who made it and credit it to who left it; `points` below 0 takes it back."""
    s.sweep_points[s.current_player] += <int16_t>points
    if s.last_player != NOBODY:
        s.sweep_points[s.last_player] -= <int16_t>points
    elif s.flags & CREDIT_DEALER:
        s.sweep_points[s.dealer] -= <int16_t>points


cdef inline void deal_batch(Krypkasino *s, bint hashed) noexcept nogil:
    """Deal the next batch in blocks, from the dealer's left on."""
    cdef int seat = s.dealer, card
    cdef Cards dealt
    for _ in range(s.num_players):
        seat = seat + 1 if seat + 1 < s.num_players else 0
        for _ in range(s.later_hand):
            card = s.stock[MAX_STOCK - s.stock_left]
            if hashed:
                s.zobrist ^= stock_key(s.stock_left, card)
            dealt = one_card(card)
            put(s, &s.hands[seat], IN_HAND + seat, &dealt, hashed)
            s.stock_left -= 1


cdef inline void end_batch(Krypkasino *s, Entry *entry, bint hashed) noexcept nogil:
    """Put the court cards on the table aside, and deal the next batch if there is one."""
    entry.kind = BATCH_ENDED
    entry.cards.one = s.table.cards.one & COURTS
    entry.cards.two = s.table.cards.two & COURTS
    if entry.cards.one:
        put(s, &s.aside, PUT_ASIDE, &entry.cards, hashed)
        take(s, &s.table.cards, ON_TABLE, &entry.cards, hashed)
        s.table = table_of(&s.table.cards)
    entry.card = s.stock_left
    if s.stock_left:
        deal_batch(s, hashed)
    entry.card -= s.stock_left


cdef inline void end_deal(Krypkasino *s, Entry *entries, bint hashed) noexcept nogil:
    """Give what lies on the table and aside to the last capturer, if there is one."""
    cdef int seat = s.last_capturer
    entries[0].kind = TABLE_TAKEN
    entries[0].cards = s.table.cards
    entries[1].kind = ASIDE_TAKEN
    entries[1].cards = s.aside
    s.ended = 1
    if seat != NOBODY:
        put(s, &s.piles[seat], IN_PILE + seat, &entries[0].cards, hashed)
        put(s, &s.piles[seat], IN_PILE + seat, &entries[1].cards, hashed)
        take(s, &s.table.cards, ON_TABLE, &entries[0].cards, hashed)
        take(s, &s.aside, PUT_ASIDE, &entries[1].cards, hashed)
        s.table = table_of(&s.table.cards)


cdef inline int play(Krypkasino *s, const Move *move, Entry *entries, bint hashed) noexcept nogil:
    """Play a legal move, and what follows by itself: the end of a batch, the end of the deal.

    Writes one to four entries for `undo` and returns their number. With `hashed` a constant False
    the hash costs nothing and goes stale.
    """
    cdef int seat = s.current_player
    cdef Cards card = one_card(move.card)
    entries[0].kind = PLAYED
    entries[0].card = <uint8_t>move.card
    entries[0].cards = move.taken
    entries[0].table = s.table
    entries[0].zobrist = s.zobrist
    entries[0].last_player = s.last_player
    entries[0].last_capturer = s.last_capturer
    if hashed:
        s.zobrist ^= turn_key(s)
    take(s, &s.hands[seat], IN_HAND + seat, &card, hashed)
    if not move.taken.one:
        put(s, &s.table.cards, ON_TABLE, &card, hashed)
        count_in(&s.table, table_value(move.card))
    else:
        if is_sweep(s, &move.taken):
            if hashed:
                s.zobrist ^= sweep_key(s)
            give_sweep(s, sweep_points(s))
            if hashed:
                s.zobrist ^= sweep_key(s)
        take(s, &s.table.cards, ON_TABLE, &move.taken, hashed)
        s.table = table_of(&s.table.cards)
        put(s, &s.piles[seat], IN_PILE + seat, &move.taken, hashed)
        put(s, &s.piles[seat], IN_PILE + seat, &card, hashed)
        s.last_capturer = <uint8_t>seat
    s.last_player = <uint8_t>seat
    s.current_player = <uint8_t>(seat + 1 if seat + 1 < s.num_players else 0)
    if s.hands[s.current_player].one:
        if hashed:
            s.zobrist ^= turn_key(s)
        return 1
    # Hands are of one size: with the next seat's all are empty.
    end_batch(s, entries + 1, hashed)
    if not s.hands[s.current_player].one:
        end_deal(s, entries + 2, hashed)
    if hashed:
        s.zobrist ^= turn_key(s)
    return 4 if s.ended else 2


# ---------------------------------------------------------------- taking back

cdef inline int undo(Krypkasino *s, const Entry *last) noexcept nogil:
    """Take back the play whose last entry is `last`. Returns the number of entries it had.

    The hash becomes again what it was before the play.
    """
    cdef int steps = 1, seat
    cdef Cards card
    if last.kind == ASIDE_TAKEN:
        s.ended = 0
        if s.last_capturer != NOBODY:
            remove_cards(&s.piles[s.last_capturer], &last.cards)
            s.aside = last.cards
            remove_cards(&s.piles[s.last_capturer], &(last - 1).cards)
        last -= 2
        steps += 2
    if last.kind == BATCH_ENDED:
        s.stock_left += last.card
        memset(s.hands, 0, sizeof(s.hands))
        remove_cards(&s.aside, &last.cards)
        last -= 1
        steps += 1
    seat = s.current_player - 1 if s.current_player else s.num_players - 1
    s.current_player = <uint8_t>seat
    s.last_player = last.last_player
    s.last_capturer = last.last_capturer
    card = one_card(last.card)
    add_cards(&s.hands[seat], &card)
    s.table = last.table
    if last.cards.one:
        remove_cards(&s.piles[seat], &card)
        remove_cards(&s.piles[seat], &last.cards)
        if is_sweep(s, &last.cards):
            give_sweep(s, -sweep_points(s))
    s.zobrist = last.zobrist
    return steps


# ---------------------------------------------------------------- scoring

cdef inline int card_points(const Cards *cards) noexcept nogil:
    """42 in both packs: a point for each ace and spade; ten of diamonds 3, two and ace of spades 2."""
    cdef uint64_t twos = 1ULL << TWO_OF_SPADES
    cdef uint64_t tens = 1ULL << TEN_OF_DIAMONDS
    return (popcount(cards.one & SPADES) + popcount(cards.two & SPADES)
            + popcount(cards.one & COMB) + popcount(cards.two & COMB)
            + popcount(cards.one & twos) + popcount(cards.two & twos)
            + 3 * (popcount(cards.one & tens) + popcount(cards.two & tens)))


cdef inline void score(const Krypkasino *s, int32_t *points) noexcept nogil:
    """Each seat's points: cards won so far and sweeps; at the end the bonus too."""
    cdef int seat
    for seat in range(s.num_players):
        points[seat] = card_points(&s.piles[seat]) + s.sweep_points[seat]
    if s.ended and s.last_capturer != NOBODY:
        points[s.last_capturer] += s.bonus


# ---------------------------------------------------------------- dealing

cdef inline void start(Krypkasino *s, const DealRules *rules, int dealer) noexcept nogil:
    """An empty table with a rule set."""
    memset(s, 0, sizeof(Krypkasino))
    s.num_players = rules.num_players
    s.later_hand = rules.later_hand
    s.flags = rules.flags
    s.bonus = rules.bonus
    s.dealer = <uint8_t>dealer
    s.current_player = <uint8_t>(dealer + 1 if dealer + 1 < rules.num_players else 0)
    s.last_player = s.last_capturer = NOBODY
    s.table.sums = 1


cdef inline void deal(Krypkasino *s, const DealRules *rules, uint64_t seed, int number, int dealer) noexcept nogil:
    """Deal number `number` (from 0) of the game named by `seed`; without the hash.

    Stream 1 + number of the seed shuffles the packs. The first batch goes in blocks to the seats
    from the dealer's left on, then the table's cards, then batch by batch; what does not fill a
    last whole batch stays out.
    """
    cdef Rng rng
    cdef uint8_t pack[MAX_STOCK]
    cdef uint64_t cards
    cdef Cards card
    cdef int i, j, seat = dealer, size = 0, begin, left
    start(s, rules, dealer)
    for _ in range(rules.packs):
        cards = rules.deck
        while cards:
            pack[size] = <uint8_t>lowest_bit(cards)
            cards &= cards - 1
            size += 1
    rng_seed(&rng, seed, 1 + number)
    shuffle_first(pack, size - 1, size, &rng)
    i = 0
    for _ in range(rules.num_players):
        seat = seat + 1 if seat + 1 < rules.num_players else 0
        for _ in range(rules.first_hand):
            card = one_card(pack[i])
            add_cards(&s.hands[seat], &card)
            i += 1
    for _ in range(rules.first_table):
        add_to_table(&s.table, pack[i])
        i += 1
    left = size - i
    left -= left % (rules.num_players * rules.later_hand)
    s.stock_left = <uint8_t>left
    begin = MAX_STOCK - left
    for j in range(left):
        s.stock[begin + j] = pack[i + j]
