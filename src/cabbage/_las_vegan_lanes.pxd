"""Las Vegan: a lane of a batch, which is a round and what goes with it, and what batches do to one.

`_krypkasino_lanes.pxd` has the same names, so that `_batch.pxi` is written once for both games.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cabbage cimport _las_vegan as lv
from cabbage._bits cimport popcount, select_bit
from cabbage._core cimport Round, resample_round, shown_voids
from cabbage._las_vegan cimport LasVegan, RoundRules
from cabbage._las_vegan_playouts cimport play_out
from cabbage._las_vegan_worlds cimport unseen, voids_after
from cabbage._nibbles cimport nibble_bytes, spread
from cabbage._rng cimport Rng, rng_below, rng_next

ctypedef RoundRules StateRules


cdef enum:
    MAX_PLAYERS = lv.MAX_PLAYERS
    SKIP = -1                       # the action of a lane that is left as it is
    TOO_MANY = 2                    # as in the other game; nothing here is
    CASINO_KINDS = lv.SUIT_CARD + 4


cdef struct Lane:
    LasVegan state
    uint64_t seed                   # of the deal, as far as the lane was dealt and not set
    Rng deals                       # where the seed of the next deal comes from
    uint32_t voids                  # what the seats have shown, as `voids_after` has it
    uint32_t unused                 # zero, for lanes are compared as bytes


cdef struct Scratch:
    # Memory that a loop over lanes needs besides them: none in this game.
    int nothing


cdef inline int open_scratch(Scratch *scratch) noexcept nogil:
    return 0


cdef inline void close_scratch(Scratch *scratch) noexcept nogil:
    pass


# ---------------------------------------------------------------- how large things are

cdef inline int num_players(const RoundRules *rules) noexcept nogil:
    return rules.num_players


cdef inline int num_actions(int captures) noexcept nogil:
    """The actions that a mask covers; `captures` concerns the other game."""
    return lv.NUM_ACTIONS


cdef inline int num_words(int captures) noexcept nogil:
    """The words of 64 bits that they fill."""
    return 1


cdef inline int observation_size(const RoundRules *rules) noexcept nogil:
    cdef int players = rules.num_players
    return ((2 + 2 * players) * lv.NUM_CARDS + (3 + 4) * players + 4
            + lv.CASINO_CARDS * CASINO_KINDS + 2 * lv.MAX_TOKENS + lv.CASINO_CARDS * lv.MAX_TOKENS)


# ---------------------------------------------------------------- from and to rounds

cdef inline void make_over(Lane *lane, const RoundRules *rules) noexcept nogil:
    """Make of a lane of zeros a round of no cards, already over."""
    lane.state.num_players = rules.num_players
    memset(lane.state.placed, lv.NO_TOKEN, lv.CASINO_CARDS)


cdef inline void load(Lane *lane, Round state) noexcept:
    """Put a position into a lane, with what its history has shown."""
    lane.state = state.state
    lane.state.zobrist = 0
    lane.seed = 0
    lane.voids = shown_voids(state)


cdef inline Round unload(const Lane *lane, object rules):
    """The position of a lane, with what has been shown, but without the plays that showed it."""
    cdef Round state = Round.__new__(Round)
    cdef int i
    state.rules = rules
    state.state = lane.state
    state.state.zobrist = lv.hash_position(&state.state)
    state.voids_before = lane.voids
    for i in range(lane.state.trick_len):
        state.entries[i] = <uint16_t>(lane.state.trick[i] | (lane.state.leader << 6))
    state.begin = state.end = lane.state.trick_len
    return state


cdef inline bint is_sound(const Lane *lane, const RoundRules *rules) noexcept nogil:
    """Whether a lane of unknown origin holds a position that the kernel can trust."""
    cdef const LasVegan *s = &lane.state
    cdef uint64_t seen = 0
    cdef int seat, place, i, played, hand, tricks = 0, used = 0, players = rules.num_players
    if (s.num_players != players or s.num_tokens != rules.num_tokens or s.flags != rules.flags
            or s.zobrist or s.leader >= players or s.trick_len >= players or s.to_place > 4
            or s.golden_side > 2 or lane.unused or lane.voids >> (4 * players)):
        return False
    for i in range(lv.CASINO_CARDS):
        if s.casino[i] >= CASINO_KINDS or s.placed[i] > lv.NO_TOKEN:
            return False
        if s.placed[i] != lv.NO_TOKEN:
            if s.placed[i] >= rules.num_tokens or (used >> s.placed[i]) & 1:
                return False
            used |= 1 << s.placed[i]
    if s.to_place and (s.trick_len or not lv.placements(s)):
        return False
    hand = popcount(s.hands[lv.current_player(s)])
    for seat in range(lv.MAX_PLAYERS):
        if seat >= players and (s.hands[seat] or s.piles[seat] or s.trick[seat]):
            return False
        if (s.hands[seat] | s.piles[seat]) & ~rules.deck or s.hands[seat] & s.piles[seat]:
            return False
        if (s.hands[seat] | s.piles[seat]) & seen:
            return False
        seen |= s.hands[seat] | s.piles[seat]
        tricks += popcount(s.piles[seat])
    for place in range(players):
        played = place < s.trick_len
        seat = (s.leader + place) % players
        if popcount(s.hands[seat]) != hand - played:
            return False
        if not played and s.trick[place]:
            return False
        # Only voids of seats that have played leave so few worlds that they can be counted.
        if popcount(s.hands[seat]) == rules.hand_size and (lane.voids >> (4 * seat)) & 15:
            return False
        if played and (s.trick[place] >= lv.NUM_CARDS or not (rules.deck >> s.trick[place]) & 1
                       or (seen >> s.trick[place]) & 1):
            return False
        if played:
            seen |= 1ULL << s.trick[place]
    if tricks != players * (rules.hand_size - hand):
        return False
    for i in range(rules.num_tokens, lv.MAX_TOKENS):
        if s.token_values[i]:
            return False
    return True


cdef inline bint is_equal(const Lane *a, const Lane *b) noexcept nogil:
    return memcmp(a, b, sizeof(Lane)) == 0


# ---------------------------------------------------------------- looking

cdef inline bint is_over(const Lane *lane) noexcept nogil:
    return lv.is_terminal(&lane.state)


cdef inline int seat_to_move(const Lane *lane) noexcept nogil:
    return lv.current_player(&lane.state)


cdef inline void tally(const Lane *lane, int32_t *points) noexcept nogil:
    """Each seat's change in cabbages if the round ended now."""
    lv.score(&lane.state, points)


cdef inline int write_legal(const Lane *lane, int captures, bint omit, uint64_t *words, uint8_t *mask,
                            Scratch *scratch) noexcept nogil:
    """Write the legal actions as a word, as bytes, or both; either may be NULL.

    Returns 0; in the other game also that there is no writing them. `captures` and `omit` concern that one.
    """
    cdef uint64_t legal = lv.legal_mask(&lane.state)
    cdef int i
    if words:
        words[0] = legal
    if mask:
        for i in range(lv.NUM_ACTIONS // 4):
            memcpy(mask + 4 * i, nibble_bytes((legal >> (4 * i)) & 15), 4)
        memcpy(mask + 52, nibble_bytes((legal >> 52) & 15), 3)
    return 0


cdef inline int random_action(const Lane *lane, Rng *rng, int64_t *action, Scratch *scratch) noexcept nogil:
    """Draw a legal action; SKIP where the round is over."""
    cdef uint64_t legal = lv.legal_mask(&lane.state)
    action[0] = select_bit(legal, <int>rng_below(rng, <uint32_t>popcount(legal))) if legal else SKIP
    return 0


# ---------------------------------------------------------------- playing

cdef inline void deal_lane(Lane *lane, const RoundRules *rules) noexcept nogil:
    """Shuffle and deal the lane's next round."""
    lane.seed = rng_next(&lane.deals)
    lane.voids = 0
    lv.deal(&lane.state, rules, lane.seed, 0, 0)


cdef inline int play_lane(Lane *lane, int64_t action, Scratch *scratch) noexcept nogil:
    """Play an action of whatever number. Returns 0; 1 where it is illegal, and the lane as it was."""
    if action < 0 or action >= lv.NUM_ACTIONS or not (lv.legal_mask(&lane.state) >> action) & 1:
        return 1
    lane.voids = voids_after(&lane.state, <int>action, lane.voids)
    lv.play(&lane.state, <int>action, False)
    return 0


cdef inline int64_t play_out_lane(const Lane *lane, Rng *rng, int32_t *points, Scratch *scratch) noexcept nogil:
    """Play random legal actions to the end of the round, the lane staying as it is. Writes each seat's change
    in cabbages; returns the number of actions."""
    cdef LasVegan s = lane.state
    cdef int actions = play_out(&s, rng)
    lv.score(&s, points)
    return actions


cdef inline int resample_lane(Lane *lane, const RoundRules *rules, int seat, Rng *rng) noexcept nogil:
    """Draw what `seat` cannot know anew. Returns 0; 1 where there is no world."""
    return resample_round(&lane.state, seat, lane.voids, rules.deck, rng)


# ---------------------------------------------------------------- observations

cdef inline int16_t *write_cards(int16_t *out, uint64_t cards) noexcept nogil:
    """Write a plane of the forty cards; returns where the next one begins."""
    cdef int i
    for i in range(lv.NUM_CARDS // 4):
        spread(out + 4 * i, (cards >> (4 * i)) & 15)
    return out + lv.NUM_CARDS


cdef inline void observe_lane(const Lane *lane, const RoundRules *rules, int seat, int16_t *out) noexcept nogil:
    """Write what `seat` knows, as `cabbage.batch` documents it. Seats are counted from `seat` on."""
    cdef const LasVegan *s = &lane.state
    cdef int players = s.num_players
    cdef uint64_t trick[lv.MAX_PLAYERS]
    cdef int place, i, other
    memset(trick, 0, sizeof(trick))
    for place in range(s.trick_len):
        other = s.leader + place
        trick[other - players if other >= players else other] = 1ULL << s.trick[place]

    out = write_cards(out, s.hands[seat])
    out = write_cards(out, unseen(s, seat, rules.deck))
    other = seat
    for _ in range(players):
        out = write_cards(out, trick[other])
        other = other + 1 if other + 1 < players else 0
    for _ in range(players):
        out = write_cards(out, s.piles[other])
        other = other + 1 if other + 1 < players else 0
    for i in range(players):
        out[i] = <int16_t>popcount(s.hands[other])
        out[players + i] = other == lv.current_player(s)
        out[2 * players + i] = other == s.leader
        spread(out + 3 * players + 4 * i, (lane.voids >> (4 * other)) & 15)
        other = other + 1 if other + 1 < players else 0
    out += 7 * players
    out[0] = s.to_place
    out[1] = s.golden_value
    out[2] = s.golden_side == 1
    out[3] = s.golden_side == 2
    out += 4
    memset(out, 0, lv.CASINO_CARDS * CASINO_KINDS * sizeof(int16_t))
    for i in range(lv.CASINO_CARDS):
        out[i * CASINO_KINDS + s.casino[i]] = 1
    out += lv.CASINO_CARDS * CASINO_KINDS
    for i in range(lv.MAX_TOKENS):
        out[i] = s.token_values[i]
        out[lv.MAX_TOKENS + i] = i < s.num_tokens
    for i in range(lv.CASINO_CARDS):
        spread(out + 2 * lv.MAX_TOKENS + lv.MAX_TOKENS * i, (1 << s.placed[i]) & 15)
        if s.placed[i] != lv.NO_TOKEN:
            out[lv.MAX_TOKENS + s.placed[i]] = 0
