# Las Vegan: the search behind RoundProver. Included by `_prover.pxi`.
#
# Alpha-beta with a window of nothing: is the utility of the end at least `bound`? Every answer is a
# proven bound (fail-soft): at least the value returned where that is `bound` or more, at most that value
# where it is less. The ideas, and what each gives, are in ARCHITECTURE.md.

from libc.stdlib cimport calloc, free, malloc

from cabbage._rng cimport GOLDEN_GAMMA, mix


cdef enum:
    USES_TRICKS = 16                # bounds by tricks that can surely be lost or won
    USES_DEFERRAL = 32              # one search for all that the opponents may do with their tokens
    USES_FAMILIES = 64              # a look at all children before a search of any
    USES_DOMINANCE = 128            # tokens that another one is never worse than
    USES_ORDER_KEYS = 256           # keys by the order of cards in a suit

    HINT_BITS = 20
    CHILDREN = 640                  # more than the children of all decisions of a line
    MAX_CHOICES = 20
    CONTEXTS = 11                   # of `Scene.context`
    NO_CARD = lv.NUM_CARDS          # in `Scene.winning`
    TRIED = 0                       # places in `Memory.deferrals`
    PROVED = 1


cdef struct Child:
    Position p
    Key key
    uint64_t hash
    int base                        # what bounds in the table are relative to
    int lower, upper                # without search
    int value


cdef struct Memory:
    # What a search remembers of itself. It makes it faster and never changes a value.
    uint8_t *hints                  # the action that decided last time, plus one
    int32_t history[2][lv.MAX_PLAYERS][CONTEXTS][lv.NUM_ACTIONS]
    int32_t answers[2][lv.MAX_PLAYERS][lv.NUM_CARDS + 1][lv.NUM_ACTIONS]
    int32_t deferrals[2][16][11][2]
    uint16_t packed[16][1 << 10]    # of `prepare_packing`
    uint8_t is_packed[16]


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
    int order


# ---------------------------------------------------------------- keys

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


cdef void prepare_packing(const Goal *goal, Memory *memory, int flags) noexcept nogil:
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
        memory.packed[flags][cards] = <uint16_t>packed
    memory.is_packed[flags] = True


cdef void find_key(const Goal *goal, Memory *memory, Child *child) noexcept nogil:
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
        if not memory.is_packed[flags]:
            prepare_packing(goal, memory, flags)
        cards = 0
        for suit in range(4):
            cards |= <uint64_t>memory.packed[flags][(left >> (10 * suit)) & 1023] << (10 * suit)
        child.key.words[0] = <uint64_t>flags << 58
        child.key.words[1] = gather_bits(s.hands[1] | s.hands[3], left) << 24
        child.key.words[2] = gather_bits(s.hands[2] | s.hands[3], left) << 24
    child.key.words[0] |= cards | <uint64_t>s.leader << 40
    for c in range(lv.CASINO_CARDS):
        token = goal.same_token[s.placed[c]]
        if not tokens_open and not left & goal.counted[c]:
            token = lv.NO_TOKEN
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


# ---------------------------------------------------------------- playing

cdef int place_best(const LasVegan *s, const int *counts, int c, int tokens, int rights, int sign) noexcept nogil:
    """The most, times `sign`, that so many tokens can pay on casino cards from `c` on, which pay `counts`."""
    cdef int best, token, value
    if c == lv.CASINO_CARDS or not rights:
        return 0
    best = place_best(s, counts, c + 1, tokens, rights, sign)
    if s.placed[c] == lv.NO_TOKEN:
        for token in range(s.num_tokens):
            value = sign * s.token_values[token] * counts[c]
            if (tokens >> token) & 1 and value > 0:
                best = max(best, value + place_best(s, counts, c + 1, tokens & ~(1 << token), rights - 1, sign))
    return best


cdef int use_rights(const Goal *goal, const LasVegan *s, int rights, bint maximising) noexcept nogil:
    """The utility where all cards are played and one side may place so many tokens, or fewer."""
    cdef int counts[lv.CASINO_CARDS]
    cdef int sign = 1 if maximising else -1
    cdef int utility = final_utility(goal, s), tokens = tokens_left(s), c, best, golden, on_max, upper
    if not rights:
        return utility
    for c in range(lv.CASINO_CARDS):
        counts[c] = weighted_count(goal, s, c)
    best = place_best(s, counts, 0, tokens, rights, sign)
    if not s.golden_side:
        golden_bounds(goal, s, MIN_SIDE, 0, 0, 0, &golden, &upper)
        golden_bounds(goal, s, MAX_SIDE, 0, 0, 0, &on_max, &upper)
        golden = max(sign * golden, sign * on_max)
        if golden > 0:
            best = max(best, golden + place_best(s, counts, 0, tokens, rights - 1, sign))
    return utility + sign * best


cdef int place_all(const Goal *goal, const LasVegan *s, bint maximising) noexcept nogil:
    """The utility where nothing but tokens to place is left, and there is no passing."""
    cdef LasVegan after
    cdef uint64_t mask
    cdef int best, value
    if not s.to_place:
        return final_utility(goal, s)
    best = -UNKNOWN if maximising else UNKNOWN
    mask = lv.token_mask(s)
    while mask:
        after = s[0]
        lv.decide_token(&after, lowest_bit(mask), False)
        mask &= mask - 1
        value = place_all(goal, &after, maximising)
        best = max(best, value) if maximising else min(best, value)
    return best


cdef inline int utility_at_end(const Goal *goal, const Position *p) noexcept nogil:
    """The utility where all cards are played. Rights of a deferred position are used, or not, now."""
    cdef bint maximising = not p.is_deferred and maximises(goal, p.s.leader)
    if p.is_deferred:
        return use_rights(goal, &p.s, p.rights, False)
    if p.s.to_place and not p.s.flags & lv.OPTIONAL_TOKENS:
        return place_all(goal, &p.s, maximising)
    return use_rights(goal, &p.s, p.s.to_place, maximising)


cdef inline void defer(Position *p) noexcept nogil:
    """The same position with its token decisions put off: a game that is no worse for the minimising
    side, which may choose at the end what it had to choose at once. Where the other side may pass, it
    passes on every seven of its own."""
    p.is_deferred = True
    p.rights = <uint8_t>min(free_places(&p.s), p.rights + p.s.to_place)
    p.s.to_place = 0


cdef inline void finish_trick(const Goal *goal, Position *p) noexcept nogil:
    """Give a complete trick to its winner, by the kernel's rules."""
    lv.finish_trick(&p.s, False)
    if p.is_deferred and p.s.to_place:
        if maximises(goal, p.s.leader) and p.s.flags & lv.OPTIONAL_TOKENS:
            p.s.to_place = 0
        else:
            defer(p)


cdef inline void play_last(const Goal *goal, Position *p) noexcept nogil:
    """Play the last trick, in which everybody has one card. Tokens still to be placed remain so, by
    the seat that leads, if no seven is in it."""
    cdef int seat, chooser = p.s.leader, to_place = p.s.to_place
    for _ in range(goal.num_players):
        seat = lv.current_player(&p.s)
        lv.lay_card(&p.s, seat, lowest_bit(p.s.hands[seat]), False)
    finish_trick(goal, p)
    if to_place:
        p.s.to_place = <uint8_t>to_place
        p.s.leader = <uint8_t>chooser


cdef inline bint is_beaten(const Goal *goal, const LasVegan *s) noexcept nogil:
    """Whether the seat that stands alone has played to the open trick and cannot win it any more."""
    cdef int place
    if goal.solo == NOBODY:
        return False
    place = goal.solo - s.leader
    if place < 0:
        place += goal.num_players
    return place < s.trick_len and lv.trick_winner(s.trick, s.trick_len) != place


# ---------------------------------------------------------------- choices

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
        if search.order & 1:
            score = -score
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


# ---------------------------------------------------------------- the search

cdef int look_at(Search *search, Child *child, int bound, bint counted) noexcept nogil:
    """What can be said of a position between tricks at once: a proven value that decides, or UNKNOWN."""
    cdef Goal *goal = &search.goal
    cdef Position *p = &child.p
    cdef Entry entry
    cdef int left = tricks_left(&p.s), value
    if counted and not count_node(&search.progress):
        return 0
    child.lower = -UNKNOWN
    child.upper = UNKNOWN
    if left == 0:
        return utility_at_end(goal, p)
    if left == 1 and not (p.s.to_place and cards_left(&p.s) & lv.SEVENS):
        # With the last trick forced, tokens may as well be placed after it.
        play_last(goal, p)
        return utility_at_end(goal, p)
    if search.features & USES_BOUNDS:
        find_bounds(goal, p, cards_left(&p.s), NULL, &child.lower, &child.upper)
        if child.lower >= bound or child.lower == child.upper:
            return child.lower
        if child.upper < bound:
            return child.upper
    if search.features & USES_TABLE:
        find_key(goal, search.memory, child)
        if probe(&search.slots, &child.key, child.hash, &entry):
            if entry.lower > -NO_BOUND and entry.lower + child.base >= bound:
                return entry.lower + child.base
            if entry.upper < NO_BOUND and entry.upper + child.base < bound:
                return entry.upper + child.base
    if (search.features & USES_TRICKS and not p.s.to_place and not (p.is_deferred and goal.duel)
            and bounds_by_tricks(goal, p, bound, &value)):
        return value
    return UNKNOWN


cdef inline int work_of(uint64_t nodes) noexcept nogil:
    """Nodes on a logarithmic scale, in sixteenths of a doubling."""
    cdef int doublings = 0
    while nodes >> (doublings + 1):
        doublings += 1
    return 16 * doublings + <int>(((nodes << 4) >> doublings) & 15) + 1


cdef inline void keep(Search *search, const Child *child, int bound, int value, uint64_t nodes) noexcept nogil:
    if search.features & USES_TABLE:
        store(&search.slots, &child.key, child.hash,
              value - child.base if value >= bound else -NO_BOUND,
              NO_BOUND if value >= bound else value - child.base, NO_HINT, work_of(nodes + 1))


cdef inline int32_t *deferrals_like(Search *search, const Child *child, int bound) noexcept nogil:
    """How deferring went in positions like this: by tricks left, and by how much there is to lose."""
    cdef int slack = 0
    if search.features & USES_BOUNDS and child.upper > child.lower:
        slack = (bound - child.lower) * 10 // (child.upper - child.lower + 1)
    return search.memory.deferrals[child.p.s.to_place != 0][min(tricks_left(&child.p.s), 15)][
        max(0, min(10, slack))]


cdef bint proves_deferred(Search *search, Child *child, int bound, int *value) noexcept nogil:
    """Whether `bound` is reached even if the minimising side may put its token decisions off.

    One search then answers all its decisions at once, and in a game of far fewer positions.
    """
    cdef Goal *goal = &search.goal
    cdef LasVegan *s = &child.p.s
    cdef int32_t *tries
    cdef Child *deferred
    if not search.features & USES_DEFERRAL or child.p.is_deferred or goal.least_weight < 0:
        return False
    if maximises(goal, s.leader) if s.to_place else not (cards_left(s) & lv.SEVENS and lv.placements(s)):
        return False
    tries = deferrals_like(search, child, bound)
    # Between tricks it is worth its nodes only where it mostly proves the bound.
    if not s.to_place and tries[TRIED] * 70 > tries[PROVED] * 100 + 200:
        return False
    deferred = search.free_children
    search.free_children += 1
    deferred.p = child.p
    defer(&deferred.p)
    value[0] = search_child(search, deferred, bound, True)
    search.free_children -= 1
    if search.progress.stopped:
        return False
    tries[TRIED] += 1
    tries[PROVED] += value[0] >= bound
    return value[0] >= bound


cdef int search_deeply(Search *search, Child *child, int bound) noexcept nogil:
    """The value of a position between tricks that `look_at` had no answer for."""
    cdef uint64_t before = search.progress.nodes
    cdef int value
    if not proves_deferred(search, child, bound, &value):
        if search.progress.stopped:
            return 0
        if child.p.s.to_place:
            value = search_tokens(search, &child.p, bound)
        else:
            value = search_cards(search, &child.p, bound)
    if not search.progress.stopped:
        keep(search, child, bound, value, search.progress.nodes - before)
    return value


cdef int search_child(Search *search, Child *child, int bound, bint counted) noexcept nogil:
    cdef int value = look_at(search, child, bound, counted)
    if value == UNKNOWN and not search.progress.stopped:
        value = search_deeply(search, child, bound)
    return value


cdef inline bint improves(int value, int *best, bint maximising) noexcept nogil:
    if value > best[0] if maximising else value < best[0]:
        best[0] = value
        return True
    return False


cdef int search_family(Search *search, Child *children, int count, int bound, bint maximising, bint counted,
                       int *deciding) noexcept nogil:
    """The best value of some children, and which of them decided, or -1. Looks at all of them before it
    searches any: the table may know one that decides."""
    cdef int best = -UNKNOWN if maximising else UNKNOWN, i
    # With two players ordering finds the deciding child by itself.
    cdef bint families = search.features & USES_FAMILIES and not search.goal.duel
    deciding[0] = -1
    for i in range(count):
        children[i].value = look_at(search, &children[i], bound, counted)
        if children[i].value == UNKNOWN and not families:
            children[i].value = search_deeply(search, &children[i], bound)
        if search.progress.stopped:
            return 0
        if children[i].value != UNKNOWN and improves(children[i].value, &best, maximising):
            if best >= bound if maximising else best < bound:
                deciding[0] = i
                return best
    if not families:
        return best
    for i in range(count):
        if children[i].value != UNKNOWN:
            continue
        children[i].value = search_deeply(search, &children[i], bound)
        if search.progress.stopped:
            return 0
        if improves(children[i].value, &best, maximising) and (best >= bound if maximising else best < bound):
            deciding[0] = i
            return best
    return best


cdef int search_tokens(Search *search, Position *p, int bound) noexcept nogil:
    """The value where the winner of a trick has tokens to place."""
    cdef uint8_t choices[MAX_CHOICES]
    cdef Child *children = search.free_children
    cdef int seat = p.s.leader, deciding, i, value
    cdef int count = list_token_decisions(search, &p.s, choices)
    cdef Scene scene = scene_of(&search.goal, p)
    sort_choices(search, &scene, choices, count)
    search.free_children += count
    for i in range(count):
        children[i].p = p[0]
        lv.decide_token(&children[i].p.s, choices[i], False)
    value = search_family(search, children, count, bound, maximises(&search.goal, seat), count > 1, &deciding)
    search.free_children -= count
    if deciding >= 0 and not search.progress.stopped:
        remember(search, &scene, choices[deciding], tricks_left(&p.s) + 1)
    return value


cdef int search_cards(Search *search, Position *p, int bound) noexcept nogil:
    """The value where a card is to be played; `p` is left as it was.

    A forced card is played together with what came before it, and is no node of its own.
    """
    cdef uint8_t choices[MAX_CHOICES]
    cdef Goal *goal = &search.goal
    cdef LasVegan *s = &p.s
    cdef Child *children = search.free_children
    cdef int seat = lv.current_player(s), left = tricks_left(s)
    cdef bint maximising = maximises(goal, seat)
    cdef int best = -UNKNOWN if maximising else UNKNOWN
    cdef int count, i, value, deciding, lower, upper
    cdef Scene scene
    if search.features & USES_BOUNDS and s.trick_len and is_beaten(goal, s):
        find_bounds(goal, p, cards_left(s), NULL, &lower, &upper)
        if lower >= bound:
            return lower
        if upper < bound:
            return upper
    count = list_cards_to_play(search, p, seat, choices)
    scene = scene_of(goal, p)
    if count > 1:
        sort_choices(search, &scene, choices, count)
    if s.trick_len + 1 == goal.num_players:
        search.free_children += count
        for i in range(count):
            children[i].p = p[0]
            lv.lay_card(&children[i].p.s, seat, choices[i], False)
            finish_trick(goal, &children[i].p)
        best = search_family(search, children, count, bound, maximising, count > 1, &deciding)
        search.free_children -= count
        if deciding >= 0 and not search.progress.stopped:
            remember(search, &scene, choices[deciding], left)
        return best
    for i in range(count):
        if count > 1 and not count_node(&search.progress):
            return 0
        lv.lay_card(s, seat, choices[i], False)
        value = search_cards(search, p, bound)
        lv.pick_up_card(s, seat, False)
        if search.progress.stopped:
            return 0
        if improves(value, &best, maximising) and (best >= bound if maximising else best < bound):
            remember(search, &scene, choices[i], left)
            return best
    return best
