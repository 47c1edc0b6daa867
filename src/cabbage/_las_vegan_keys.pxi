# Las Vegan: what positions between tricks the table takes for one. Included by `_prover.pxi`.

from cabbage._rng cimport GOLDEN_GAMMA, mix


cdef enum:
    SETTLED = lv.NO_TOKEN + 1       # in keys: a casino card that gets no token, or counts nothing, any more


cdef struct Packing:
    # For each set of ranks that matter: of every ten bits of a suit the same cards, moved down.
    uint16_t suits[16][1 << 10]
    uint8_t is_ready[16]


cdef struct Child:
    # A position between tricks, and what a look at it found.
    Position p
    Key key
    uint64_t hash
    int base                        # what bounds in the table are relative to
    int lower, upper                # without search
    int value


cdef inline bint golden_is_open(const Goal *goal, const LasVegan *s, int placings, int *paid) noexcept nogil:
    """Whether the golden token can still pay this or that; what it pays for certain otherwise."""
    cdef int lower, upper
    paid[0] = 0
    if not s.golden_side:
        return placings != 0
    golden_bounds(goal, s, s.golden_side, tricks_left(s), 0, tricks_left(s), &lower, &upper)
    if lower == upper:
        paid[0] = lower
    return lower != upper


cdef void prepare_packing(const Goal *goal, Packing *packing, int flags) noexcept nogil:
    """For every ten bits of a suit: the same cards, those that do not matter by rank moved down as far as
    they come, keeping their order, to ranks that do not matter."""
    cdef uint64_t matter = cards_that_matter(goal, flags)
    cdef int cards, rank, place, packed
    for cards in range(1 << 10):
        packed = place = 0
        for rank in range(10):
            if not (cards >> rank) & 1:
                continue
            if (matter >> rank) & 1:
                place = rank
            else:
                while (matter >> place) & 1:
                    place += 1
            packed |= 1 << place
            place += 1
        packing.suits[flags][cards] = <uint16_t>packed
    packing.is_ready[flags] = True


cdef void find_key(const Goal *goal, Packing *packing, Child *child) noexcept nogil:
    """The key of a position between tricks: what still matters of it, and nothing else.

    The cards in hands, the leader, tokens by value and place, and of the tricks won: of a suit with a
    token the cards modulo three, of a casino card that may yet get one all cards it counts, and trick
    counts while the golden card can matter. Everything paid for certain is in `base` instead.

    Of the cards, `by_order` keeps for each suit which ranks that matter are there, how many others lie
    between them, and for every card who has it; else which cards there are, the root saying who has them.
    """
    cdef Position *p = &child.p
    cdef LasVegan *s = &p.s
    cdef uint64_t left = cards_left(s), cards = left
    cdef int placings = popcount(left & lv.SEVENS) + s.to_place + p.rights
    cdef bint tokens_open, golden_open
    cdef int c, seat, token, count, paid, ahead, counts = 0, flags, suit, tricks = tricks_left(s), trick_shift = 0
    if not lv.placements(s):
        placings = 0
    tokens_open = placings != 0 and tokens_left(s) != 0
    golden_open = golden_is_open(goal, s, placings, &paid)
    child.base = won_so_far(goal, s) + paid
    child.key.words[0] = child.key.words[1] = child.key.words[2] = 0
    if goal.by_order:
        flags = ranks_that_matter(goal, p, (left & lv.SEVENS) != 0)
        if not packing.is_ready[flags]:
            prepare_packing(goal, packing, flags)
        cards = 0
        for suit in range(4):
            cards |= <uint64_t>packing.suits[flags][(left >> (10 * suit)) & 1023] << (10 * suit)
        child.key.words[0] = <uint64_t>flags << 58
        child.key.words[1] = gather_bits(s.hands[1] | s.hands[3], left) << 24
        child.key.words[2] = gather_bits(s.hands[2] | s.hands[3], left) << 24
    child.key.words[0] |= cards | <uint64_t>s.leader << 40
    for c in range(lv.CASINO_CARDS):
        token = goal.same_token[s.placed[c]]
        if not tokens_open and (s.placed[c] == lv.NO_TOKEN or not left & goal.counted[c]):
            token = SETTLED
        child.key.words[0] |= <uint64_t>token << (43 + 3 * c)
        for seat in range(goal.num_players):
            if not goal.weights[seat]:
                continue
            count = 0
            if s.placed[c] == lv.NO_TOKEN:
                if tokens_open:
                    count = popcount(s.piles[seat] & goal.counted[c])
            elif goal.by_threes[c] and left & goal.counted[c] and s.token_values[s.placed[c]]:
                count = popcount(s.piles[seat] & goal.counted[c]) % 3
            # Four bits each: six of them by order, and of others fifteen to a word, three to the next.
            if counts < 15:
                child.key.words[1] |= <uint64_t>count << (4 * counts)
            else:
                child.key.words[2] |= <uint64_t>count << (48 + 4 * (counts - 15))
            counts += 1
    if golden_open:
        for seat in range(goal.num_players):
            ahead = lv.tricks_won(s, seat) - lv.tricks_won(s, 0 if goal.solo == NOBODY else goal.solo)
            if goal.solo != NOBODY or goal.duel:
                ahead = max(-tricks - 1, min(tricks + 1, ahead))
            if not goal.by_order:
                child.key.words[2] |= <uint64_t>(ahead + 64) << (8 * seat)
            elif seat != goal.solo and not (goal.duel and seat == 0):
                child.key.words[2] |= <uint64_t>(ahead + 32) << trick_shift
                trick_shift += 6
    child.key.words[0] |= <uint64_t>(s.golden_side if golden_open or not s.golden_side else 3) << 52
    child.key.words[0] |= <uint64_t>(p.rights if p.is_deferred else s.to_place) << 54
    child.key.words[0] |= <uint64_t>p.is_deferred << 57
    child.hash = hash_key(&child.key)
