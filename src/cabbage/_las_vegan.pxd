"""Las Vegan: the one statement of its rules, as a plain C struct and inline verbs.

Everything that plays the game (the Python classes, perft, playouts, the searches) calls these
verbs. They trust their arguments: whoever takes input from outside validates it first.

A card set is a 64-bit word whose bit `suit * 10 + rank` is the card. That bit number is the
public card number and the public action number, so a hand masked to the led suit *is* the legal
mask, and the token decisions are the bits above the cards.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from cabbage._bits cimport lowest_bit, popcount
from cabbage._rng cimport GOLDEN_GAMMA, Rng, mix, rng_next, rng_seed, shuffle_first


cdef extern from *:
    """
    #define CABBAGE_LV_LANE 0x3FFULL            /* the ten cards of suit 0 */
    #define CABBAGE_LV_COMB 0x40100401ULL       /* the four cards of rank 0 */
    #define CABBAGE_LV_ALL 0xFFFFFFFFFFULL
    #define CABBAGE_LV_SEVENS (CABBAGE_LV_COMB << 7)
    #define CABBAGE_LV_GOLDEN_BITS (3ULL << 40)
    #define CABBAGE_LV_PASS_BIT (1ULL << 54)

    /* Bit 42 + 3*t for every token t of a set of four. */
    static const uint64_t CABBAGE_LV_TOKEN_ROWS[16] = {
        0x000ULL << 42, 0x001ULL << 42, 0x008ULL << 42, 0x009ULL << 42,
        0x040ULL << 42, 0x041ULL << 42, 0x048ULL << 42, 0x049ULL << 42,
        0x200ULL << 42, 0x201ULL << 42, 0x208ULL << 42, 0x209ULL << 42,
        0x240ULL << 42, 0x241ULL << 42, 0x248ULL << 42, 0x249ULL << 42,
    };
    """
    const uint64_t LANE "CABBAGE_LV_LANE"
    const uint64_t COMB "CABBAGE_LV_COMB"
    const uint64_t ALL_CARDS "CABBAGE_LV_ALL"
    const uint64_t SEVENS "CABBAGE_LV_SEVENS"
    const uint64_t GOLDEN_BITS "CABBAGE_LV_GOLDEN_BITS"
    const uint64_t PASS_BIT "CABBAGE_LV_PASS_BIT"
    const uint64_t TOKEN_ROWS "CABBAGE_LV_TOKEN_ROWS"[16]


cdef enum:
    NUM_CARDS = 40
    NUM_ACTIONS = 55
    MAX_PLAYERS = 6
    MAX_TOKENS = 4
    CASINO_CARDS = 3
    MAX_CASINO_DECK = 64
    # The longest round: 40 cards, and a decision on each seven.
    MAX_PLIES = 44

    GOLDEN_MIN = 40
    GOLDEN_MAX = 41
    FIRST_TOKEN = 42
    PASS = 54

    NO_TOKEN = 4            # in `placed`: the casino card is free
    SUIT_CARD = 10          # a casino card below this names a rank, from here on a suit

    OPTIONAL_TOKENS = 1     # flags
    TIE_PAYS_NOBODY = 2


cdef struct RoundRules:
    # What dealing needs to know of a rule set.
    uint64_t deck
    uint8_t num_players
    uint8_t hand_size
    uint8_t num_tokens
    uint8_t flags
    uint8_t casino_deck_size
    uint8_t casino_deck[MAX_CASINO_DECK]
    int8_t golden_faces[2]
    int8_t token_faces[MAX_TOKENS][2]


cdef struct LasVegan:
    # A round at any moment, in two cache lines. Every field is canonical (unused places are
    # zero), so equal positions are equal bytes.
    uint64_t hands[MAX_PLAYERS]
    uint64_t piles[MAX_PLAYERS]         # the cards of each seat's won tricks
    uint64_t zobrist
    uint8_t trick[MAX_PLAYERS]          # the open trick, in order of play
    uint8_t trick_len
    uint8_t leader                      # of the open trick; the winner while tokens are placed
    uint8_t num_players
    uint8_t to_place                    # sevens of the last trick still to be decided
    uint8_t golden_side                 # 0 not placed, 1 min, 2 max
    uint8_t placed[CASINO_CARDS]        # token on each casino card, or NO_TOKEN
    uint8_t casino[CASINO_CARDS]
    int8_t golden_value
    int8_t token_values[MAX_TOKENS]
    uint8_t num_tokens
    uint8_t flags


# ---------------------------------------------------------------- looking

cdef inline int suit_of(int card) noexcept nogil:
    return (card * 205) >> 11                       # 205 / 2048: the division by ten, exact to 68


cdef inline uint64_t suit_lane(int card) noexcept nogil:
    """The ten cards of the suit of `card`."""
    return LANE << (10 * suit_of(card))


cdef inline int current_player(const LasVegan *s) noexcept nogil:
    """The seat to move."""
    cdef int seat = s.leader + s.trick_len
    return seat - s.num_players if seat >= s.num_players else seat


cdef inline uint64_t follow(uint64_t hand, uint64_t led_lane) noexcept nogil:
    """The cards of `hand` that may be played to a trick led in `led_lane`."""
    cdef uint64_t same_suit = hand & led_lane
    return same_suit if same_suit else hand


cdef inline uint64_t placements(const LasVegan *s) noexcept nogil:
    """The token placements that are possible now, as action bits (no pass)."""
    cdef uint64_t bits = 0 if s.golden_side else GOLDEN_BITS
    cdef uint64_t rows
    cdef int used = (1 << s.placed[0]) | (1 << s.placed[1]) | (1 << s.placed[2])
    rows = TOKEN_ROWS[~used & ((1 << s.num_tokens) - 1)]
    if s.placed[0] == NO_TOKEN:
        bits |= rows
    if s.placed[1] == NO_TOKEN:
        bits |= rows << 1
    if s.placed[2] == NO_TOKEN:
        bits |= rows << 2
    return bits


cdef inline uint64_t token_mask(const LasVegan *s) noexcept nogil:
    """The legal actions while tokens are to be placed."""
    return placements(s) | (PASS_BIT if s.flags & OPTIONAL_TOKENS else 0)


cdef inline uint64_t card_mask(const LasVegan *s) noexcept nogil:
    """The legal actions while cards are played; 0 when none are left."""
    cdef uint64_t hand = s.hands[current_player(s)]
    return follow(hand, suit_lane(s.trick[0])) if s.trick_len else hand


cdef inline uint64_t legal_mask(const LasVegan *s) noexcept nogil:
    """The legal actions as a set of bits 0 to 54; 0 exactly when the round is over."""
    return token_mask(s) if s.to_place else card_mask(s)


cdef inline bint is_terminal(const LasVegan *s) noexcept nogil:
    return not s.to_place and not s.trick_len and not s.hands[s.leader]


# ---------------------------------------------------------------- winning a trick

cdef inline int strength(int card, int place, uint64_t led_lane) noexcept nogil:
    """How strongly `card`, the `place`-th of its trick, claims the trick: the greatest wins.

    A 0 of another suit beats every card of the led suit, and the later of two such the earlier.
    The low three bits are `place`.
    """
    cdef int in_suit = (led_lane >> card) & 1
    cdef int off_suit_zero = ((COMB & ~led_lane) >> card) & 1
    return (((-in_suit & (card + 1)) | (off_suit_zero << 6)) << 3) | place


cdef inline int trick_winner(const uint8_t *cards, int count) noexcept nogil:
    """The place, from 0, of the winning card among `count` cards in order of play."""
    cdef uint64_t led_lane = suit_lane(cards[0])
    cdef int best = 0, place, claim
    for place in range(count):
        claim = strength(cards[place], place, led_lane)
        best = claim if claim > best else best
    return best & 7


# ---------------------------------------------------------------- hashing

cdef inline uint64_t zobrist_key(int index) noexcept nogil:
    """Key number `index`, computed and not stored: a table a module would cost more than it saves."""
    return mix((<uint64_t>index + 1) * GOLDEN_GAMMA)


cdef inline uint64_t hand_key(int seat, int card) noexcept nogil:
    return zobrist_key(seat * NUM_CARDS + card)


cdef inline uint64_t pile_key(int seat, int card) noexcept nogil:
    return zobrist_key(240 + seat * NUM_CARDS + card)


cdef inline uint64_t trick_key(int place, int card) noexcept nogil:
    return zobrist_key(480 + place * NUM_CARDS + card)


cdef inline uint64_t leader_key(int seat) noexcept nogil:
    return zobrist_key(720 + seat)


cdef inline uint64_t to_place_key(int count) noexcept nogil:
    return zobrist_key(730 + count)


cdef inline uint64_t placement_key(int action) noexcept nogil:
    return zobrist_key(740 + action)


cdef inline uint64_t setup_key(int kind, int value) noexcept nogil:
    return zobrist_key(1024 + 256 * kind + (value & 255))


cdef inline uint64_t hash_position(const LasVegan *s) noexcept nogil:
    """The Zobrist hash from scratch. `play` and `undo` with `hashed` keep `zobrist` equal to it."""
    cdef uint64_t h = leader_key(s.leader) ^ to_place_key(s.to_place)
    cdef uint64_t cards
    cdef int i, t
    for i in range(s.num_players):
        cards = s.hands[i]
        while cards:
            h ^= hand_key(i, lowest_bit(cards))
            cards &= cards - 1
        cards = s.piles[i]
        while cards:
            h ^= pile_key(i, lowest_bit(cards))
            cards &= cards - 1
    for i in range(s.trick_len):
        h ^= trick_key(i, s.trick[i])
    if s.golden_side:
        h ^= placement_key(GOLDEN_MIN - 1 + s.golden_side)
    for i in range(CASINO_CARDS):
        if s.placed[i] != NO_TOKEN:
            h ^= placement_key(FIRST_TOKEN + 3 * s.placed[i] + i)
        h ^= setup_key(i, s.casino[i])
    for t in range(s.num_tokens):
        h ^= setup_key(3 + t, s.token_values[t])
    h ^= setup_key(7, s.golden_value)
    return h ^ setup_key(8, s.num_players | (s.num_tokens << 3) | (s.flags << 6))


cdef inline void rehash_trick(LasVegan *s, int leader, int winner) noexcept nogil:
    """Hash the complete trick on the table into the winner's pile, or back."""
    cdef int i
    for i in range(s.num_players):
        s.zobrist ^= trick_key(i, s.trick[i]) ^ pile_key(winner, s.trick[i])
    s.zobrist ^= leader_key(leader) ^ leader_key(winner)


# ---------------------------------------------------------------- playing

cdef inline void collect_trick(LasVegan *s, int winner, uint64_t cards) noexcept nogil:
    """Give a complete trick to `winner`, who leads next and may first place a token a seven."""
    s.piles[winner] |= cards
    s.leader = <uint8_t>winner
    if cards & SEVENS and placements(s):
        s.to_place = <uint8_t>popcount(cards & SEVENS)


cdef inline void lay_card(LasVegan *s, int seat, int card, bint hashed) noexcept nogil:
    """Lay a card of `seat`, whose turn it is, on the open trick."""
    s.hands[seat] ^= 1ULL << card
    s.trick[s.trick_len] = <uint8_t>card
    if hashed:
        s.zobrist ^= hand_key(seat, card) ^ trick_key(s.trick_len, card)
    s.trick_len += 1


cdef inline void pick_up_card(LasVegan *s, int seat, bint hashed) noexcept nogil:
    """Take the last card of the open trick back into the hand of `seat`, who laid it."""
    cdef int place = s.trick_len - 1
    cdef int card = s.trick[place]
    s.trick[place] = 0
    s.trick_len = <uint8_t>place
    s.hands[seat] |= 1ULL << card
    if hashed:
        s.zobrist ^= hand_key(seat, card) ^ trick_key(place, card)


cdef inline void finish_trick(LasVegan *s, bint hashed) noexcept nogil:
    """Give the complete trick on the table to its winner."""
    cdef int winner = s.leader + trick_winner(s.trick, s.num_players)
    cdef int place, leader = s.leader
    cdef uint64_t cards = 0
    winner = winner - s.num_players if winner >= s.num_players else winner
    for place in range(s.num_players):
        cards |= 1ULL << s.trick[place]
    collect_trick(s, winner, cards)
    if hashed:
        rehash_trick(s, leader, winner)
        s.zobrist ^= to_place_key(0) ^ to_place_key(s.to_place)
    memset(s.trick, 0, MAX_PLAYERS)
    s.trick_len = 0


cdef inline void play_card(LasVegan *s, int card, bint hashed) noexcept nogil:
    lay_card(s, current_player(s), card, hashed)
    if s.trick_len == s.num_players:
        finish_trick(s, hashed)


cdef inline void decide_token(LasVegan *s, int action, bint hashed) noexcept nogil:
    """Place a token or pass. The decision ends with the sevens or with the last possible place."""
    cdef int before = s.to_place
    if action == PASS:
        s.to_place = 0
    else:
        if action <= GOLDEN_MAX:
            s.golden_side = <uint8_t>(action - GOLDEN_MIN + 1)
        else:
            s.placed[(action - FIRST_TOKEN) % 3] = <uint8_t>((action - FIRST_TOKEN) // 3)
        s.to_place -= 1
        if s.to_place and not placements(s):
            s.to_place = 0
        if hashed:
            s.zobrist ^= placement_key(action)
    if hashed:
        s.zobrist ^= to_place_key(before) ^ to_place_key(s.to_place)


cdef inline void play(LasVegan *s, int action, bint hashed) noexcept nogil:
    """Play a legal action. With `hashed` a constant False the hash costs nothing and goes stale."""
    if action < NUM_CARDS:
        play_card(s, action, hashed)
    else:
        decide_token(s, action, hashed)


# ---------------------------------------------------------------- taking back

cdef inline uint16_t record(const LasVegan *s, int action) noexcept nogil:
    """What `undo` must know of the position before `action`. Keep one a ply, oldest first."""
    return <uint16_t>(action | (s.leader << 6) | (s.to_place << 9))


cdef inline int recorded_action(uint16_t entry) noexcept nogil:
    return entry & 63


cdef inline void reopen_trick(LasVegan *s, const uint16_t *last, int leader, bint hashed) noexcept nogil:
    """Take the last complete trick back from its winner's pile onto the table."""
    cdef int place, winner = s.leader, size = s.num_players
    for place in range(size):
        s.trick[place] = <uint8_t>recorded_action(last[place - size + 1])
        s.piles[winner] ^= 1ULL << s.trick[place]
    if hashed:
        rehash_trick(s, leader, winner)
    s.leader = <uint8_t>leader
    s.trick_len = <uint8_t>size


cdef inline void undo(LasVegan *s, const uint16_t *last, bint hashed) noexcept nogil:
    """Take back the play recorded in `last[0]`.

    Where that play completed a trick, the entries before it must hold the trick's other cards,
    also those that were on the table when the record began.
    """
    cdef int action = recorded_action(last[0])
    cdef int to_place = last[0] >> 9
    cdef int seat
    if hashed:
        s.zobrist ^= to_place_key(s.to_place) ^ to_place_key(to_place)
    s.to_place = <uint8_t>to_place
    if action < NUM_CARDS:
        if not s.trick_len:
            reopen_trick(s, last, (last[0] >> 6) & 7, hashed)
        seat = s.leader + s.trick_len - 1
        pick_up_card(s, seat - s.num_players if seat >= s.num_players else seat, hashed)
    elif action != PASS:
        if action <= GOLDEN_MAX:
            s.golden_side = 0
        else:
            s.placed[(action - FIRST_TOKEN) % 3] = NO_TOKEN
        if hashed:
            s.zobrist ^= placement_key(action)


# ---------------------------------------------------------------- scoring

cdef inline int tricks_won(const LasVegan *s, int seat) noexcept nogil:
    return popcount(s.piles[seat]) // s.num_players


cdef inline int casino_count(int casino_card, uint64_t pile) noexcept nogil:
    """How often a casino card pays for the cards in `pile`: once a card of its rank, or once a
    whole group of three cards of its suit."""
    if casino_card < SUIT_CARD:
        return popcount(pile & (COMB << casino_card))
    return popcount(pile & (LANE << (10 * (casino_card - SUIT_CARD)))) // 3


cdef inline void score(const LasVegan *s, int32_t *returns) noexcept nogil:
    """Each seat's change in cabbages if the round ended now."""
    cdef int seat, c, size, takers = 0, extreme = -1
    for seat in range(s.num_players):
        returns[seat] = 0
    for c in range(CASINO_CARDS):
        if s.placed[c] != NO_TOKEN:
            for seat in range(s.num_players):
                returns[seat] += s.token_values[s.placed[c]] * casino_count(s.casino[c], s.piles[seat])
    if not s.golden_side:
        return
    # Pile sizes order the seats as trick counts do: every trick is num_players cards.
    for seat in range(s.num_players):
        size = popcount(s.piles[seat])
        size = NUM_CARDS - size if s.golden_side == 1 else size
        if size > extreme:
            extreme = size
            takers = 0
        takers |= <int>(size == extreme) << seat
    if s.flags & TIE_PAYS_NOBODY and takers & (takers - 1):
        return
    for seat in range(s.num_players):
        if (takers >> seat) & 1:
            returns[seat] += s.golden_value


# ---------------------------------------------------------------- dealing

cdef inline void deal(LasVegan *s, const RoundRules *rules, uint64_t seed, int number, int leader) noexcept nogil:
    """Deal round `number` (from 0) of the game named by `seed`; without the hash.

    Stream 0 of the seed shuffles the casino cards once a game, stream 1 + number tosses the
    tokens and shuffles the pack.
    """
    cdef Rng rng
    cdef uint8_t pack[NUM_CARDS]
    cdef uint8_t casino[MAX_CASINO_DECK]
    cdef uint64_t faces, cards = rules.deck
    cdef int i, seat, size = 0

    memset(s, 0, sizeof(LasVegan))
    s.num_players = rules.num_players
    s.num_tokens = rules.num_tokens
    s.flags = rules.flags
    s.leader = <uint8_t>leader

    rng_seed(&rng, seed, 0)
    for i in range(rules.casino_deck_size):
        casino[i] = rules.casino_deck[i]
    shuffle_first(casino, CASINO_CARDS * (number + 1), rules.casino_deck_size, &rng)
    for i in range(CASINO_CARDS):
        s.casino[i] = casino[CASINO_CARDS * number + i]
        s.placed[i] = NO_TOKEN

    rng_seed(&rng, seed, 1 + number)
    faces = rng_next(&rng)
    s.golden_value = rules.golden_faces[faces & 1]
    for i in range(rules.num_tokens):
        s.token_values[i] = rules.token_faces[i][(faces >> (1 + i)) & 1]

    while cards:
        pack[size] = <uint8_t>lowest_bit(cards)
        cards &= cards - 1
        size += 1
    shuffle_first(pack, rules.num_players * rules.hand_size, size, &rng)
    i = 0
    for seat in range(rules.num_players):
        for _ in range(rules.hand_size):
            s.hands[seat] |= 1ULL << pack[i]
            i += 1
