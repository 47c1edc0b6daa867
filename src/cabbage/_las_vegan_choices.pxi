# Las Vegan: the choices of a search, which of them are worth distinguishing, and in which order to try
# them. Included by `_prover.pxi`.


cdef enum:
    USES_TRICKS = 16                # bounds by tricks that can surely be lost or won
    USES_DEFERRAL = 32              # one search for all that the opponents may do with their tokens
    USES_FAMILIES = 64              # a look at all children before a search of any
    USES_DOMINANCE = 128            # tokens that another one is never worse than
    USES_ORDER_KEYS = 256           # keys by the order of cards in a suit

    HINT_BITS = 20
    MAX_CHOICES = 20
    CONTEXTS = 11                   # of `Scene.context`
    NO_CARD = lv.NUM_CARDS          # in `Scene.winning`
    TRIED = 0                       # places in `Memory.deferrals`
    PROVED = 1


cdef struct Memory:
    # What a search remembers of itself. It makes it faster and never changes a value.
    uint8_t *hints                  # the action that decided last time, plus one
    int32_t history[2][lv.MAX_PLAYERS][CONTEXTS][lv.NUM_ACTIONS]
    int32_t answers[2][lv.MAX_PLAYERS][lv.NUM_CARDS + 1][lv.NUM_ACTIONS]
    int32_t deferrals[2][16][11][2]     # by whether tokens are to be placed, tricks left, and what is to lose
    Packing packing


cdef struct Scene:
    # Where a choice is made, as far as its memory goes.
    uint64_t place                  # among the hints
    int seat
    int side                        # 1 where it maximises
    int context                     # the suit led, and whether the maximising side is winning the trick; 0 on lead
    int winning                     # the card that is winning the trick


cdef struct Search:
    Goal goal
    Progress progress
    Slots slots
    Memory *memory
    Child *free_children
    int features


cdef int list_cards_to_play(Search *search, const Position *p, int seat, uint8_t *choices) noexcept nogil:
    """The cards worth distinguishing: of neighbours of a suit in one hand, with no card of another hand
    or of the trick between them, one stands for all, if no rule looks at their ranks."""
    cdef const LasVegan *s = &p.s
    cdef Goal *goal = &search.goal
    cdef uint64_t mask = lv.card_mask(s)
    cdef uint64_t hand = s.hands[seat]
    cdef uint64_t others = (cards_left(s) & ~hand) | open_cards(s)
    cdef uint64_t special = cards_that_matter(
        goal, ranks_that_matter(goal, p, ((hand | others) & lv.SEVENS) != 0))
    cdef uint64_t between
    cdef int count = 0, card, last = -1
    while mask:
        card = lowest_bit(mask)
        mask &= mask - 1
        if last >= 0 and search.features & USES_EQUIVALENCES and (lv.suit_lane(card) >> last) & 1:
            between = ((1ULL << card) - 1) & ~((2ULL << last) - 1)
            if not others & between and not ((special >> last) | (special >> card)) & 1:
                last = card
                continue
        choices[count] = <uint8_t>card
        count += 1
        last = card
    return count


cdef int list_token_decisions(Search *search, const LasVegan *s, uint8_t *choices) noexcept nogil:
    """The decisions worth distinguishing. Of tokens of one value one stands for all. Where no other
    token will be placed any more, and it is settled which side a casino card counts more for, the token
    of the best value for the mover is as good there as any, and passing is better than a token that costs."""
    cdef Goal *goal = &search.goal
    cdef uint64_t mask = lv.token_mask(s)
    cdef bint maximising = maximises(goal, s.leader)
    cdef bint last = (search.features & USES_DOMINANCE and s.to_place == 1
                      and not cards_left(s) & lv.SEVENS)
    cdef int tokens = tokens_left(s)
    cdef int count = 0, action, token, other, c, low, high
    cdef int signs[lv.CASINO_CARDS]
    cdef bint skipped
    for c in range(lv.CASINO_CARDS):
        signs[c] = 0
        if last:
            count_bounds(goal, s, c, cards_left(s), NULL, &low, &high)
            if low >= 0 or high <= 0:
                signs[c] = 1 if (low >= 0) == maximising else -1
    while mask:
        action = lowest_bit(mask)
        mask &= mask - 1
        skipped = False
        if lv.FIRST_TOKEN <= action < lv.PASS:
            token = (action - lv.FIRST_TOKEN) // 3
            if search.features & USES_EQUIVALENCES:
                for other in range(token):
                    skipped = skipped or ((tokens >> other) & 1 and s.token_values[other] == s.token_values[token])
            c = (action - lv.FIRST_TOKEN) % 3
            if signs[c]:
                skipped = skipped or (s.flags & lv.OPTIONAL_TOKENS and signs[c] * s.token_values[token] <= 0)
                for other in range(s.num_tokens):
                    skipped = skipped or ((tokens >> other) & 1
                                          and signs[c] * s.token_values[other] > signs[c] * s.token_values[token])
        if not skipped:
            choices[count] = <uint8_t>action
            count += 1
    return count


cdef inline Scene scene_of(const Goal *goal, const Position *p) noexcept nogil:
    cdef const LasVegan *s = &p.s
    cdef Scene scene
    cdef uint64_t trick = 0
    cdef int place, winner
    for place in range(s.trick_len):
        trick = trick * 64 + s.trick[place] + 1
    trick = trick * 8 + s.to_place
    scene.place = mix(cards_left(s) + (<uint64_t>s.leader << 40) + (<uint64_t>p.is_deferred << 44)
                      + trick * GOLDEN_GAMMA) >> (64 - HINT_BITS)
    scene.seat = lv.current_player(s)
    scene.side = maximises(goal, scene.seat)
    scene.context = 0
    scene.winning = NO_CARD
    if s.trick_len:
        place = lv.trick_winner(s.trick, s.trick_len)
        winner = s.leader + place
        winner = winner - s.num_players if winner >= s.num_players else winner
        scene.winning = s.trick[place]
        scene.context = 1 + s.trick[0] // 10 + (5 if maximises(goal, winner) else 0)
    return scene


cdef inline int32_t score_of(const Search *search, const Scene *scene, int choice) noexcept nogil:
    """How often a choice decided in scenes like this."""
    cdef const Memory *memory = search.memory
    cdef int32_t score = memory.history[scene.side][scene.seat][scene.context][choice]
    # With one opponent it tells a lot which card it is that has to be answered.
    if search.goal.duel:
        score += 16 * memory.answers[scene.side][scene.seat][scene.winning][choice]
    return score


cdef void sort_choices(Search *search, const Scene *scene, uint8_t *choices, int count) noexcept nogil:
    """The choice that decided here last time first, whatever tokens lay where then; the rest by how often
    they decided in scenes like this."""
    cdef int32_t scores[MAX_CHOICES]
    cdef int hint = search.memory.hints[scene.place] - 1
    cdef int32_t score
    cdef int i, j, choice
    if not search.features & USES_ORDERING:
        return
    for i in range(count):
        choice = choices[i]
        score = score_of(search, scene, choice)
        if choice == hint:
            score = UNKNOWN
        j = i
        while j and scores[j - 1] < score:
            scores[j] = scores[j - 1]
            choices[j] = choices[j - 1]
            j -= 1
        scores[j] = score
        choices[j] = <uint8_t>choice


cdef void forget_half(Memory *memory) noexcept nogil:
    cdef int32_t *scores = &memory.history[0][0][0][0]
    cdef int i
    for i in range(2 * lv.MAX_PLAYERS * CONTEXTS * lv.NUM_ACTIONS):
        scores[i] //= 2
    scores = &memory.answers[0][0][0][0]
    for i in range(2 * lv.MAX_PLAYERS * (lv.NUM_CARDS + 1) * lv.NUM_ACTIONS):
        scores[i] //= 2


cdef inline void remember(Search *search, const Scene *scene, int choice, int tricks) noexcept nogil:
    """Take note of a choice that decided; more of it the more tricks were left."""
    cdef Memory *memory = search.memory
    cdef int32_t *score = &memory.history[scene.side][scene.seat][scene.context][choice]
    memory.hints[scene.place] = <uint8_t>(choice + 1)
    score[0] += tricks * tricks * tricks
    memory.answers[scene.side][scene.seat][scene.winning][choice] += tricks * tricks * tricks
    if score[0] > UNKNOWN // 16:
        forget_half(memory)
