"""Krypkasino: a lane of a batch, which is a deal and what goes with it, and what batches do to one.

`_las_vegan_lanes.pxd` has the same names, so that `_batch.pxi` is written once for both games.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from cabbage cimport _krypkasino as kk
from cabbage._bits cimport popcount
from cabbage._deal cimport Deal, resample_deal, shown_lacks
from cabbage._krypkasino cimport DealRules, Entry, Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards, Table, add_cards, count_cards, one_card, table_of
from cabbage._krypkasino_numbers cimport TOO_MANY, Numbers, find_move, find_numbers, random_number
from cabbage._krypkasino_playouts cimport play_out_deal
from cabbage._krypkasino_worlds cimport note_play, sweepers, unseen
from cabbage._nibbles cimport nibble_bytes, spread
from cabbage._rng cimport Rng, rng_next

ctypedef DealRules StateRules


cdef enum:
    MAX_PLAYERS = kk.MAX_PLAYERS
    SKIP = -1                       # the action of a lane that is left as it is
    BEYOND = 3                      # a legal move lies beyond what a mask covers


cdef struct Lane:
    Krypkasino state
    uint64_t lacks[kk.MAX_PLAYERS]  # what the seats have shown, as `shown_lacks` has it
    uint64_t sweepers               # the cards that could sweep the table as it is
    uint64_t seed                   # of the deal, as far as the lane was dealt and not set
    Rng deals                       # where the seed of the next deal comes from


cdef struct Scratch:
    # Memory that a loop over lanes needs besides them.
    Move *moves
    Cards *captures


cdef inline int open_scratch(Scratch *scratch) noexcept nogil:
    """Returns -1 where memory lacks. `close_scratch` is due in any case."""
    scratch.moves = <Move *> malloc(kk.MAX_MOVES * sizeof(Move))
    scratch.captures = <Cards *> malloc(2 * kk.MAX_MOVES * sizeof(Cards))
    return 0 if scratch.moves and scratch.captures else -1


cdef inline void close_scratch(Scratch *scratch) noexcept nogil:
    free(scratch.moves)
    free(scratch.captures)


# ---------------------------------------------------------------- how large things are

cdef inline int num_players(const DealRules *rules) noexcept nogil:
    return rules.num_players


cdef inline int num_actions(int captures) noexcept nogil:
    """The moves that a mask covers: those of so many captures a card."""
    return kk.NUM_CARDS * captures


cdef inline int num_words(int captures) noexcept nogil:
    """The words of 64 bits that they fill."""
    return (num_actions(captures) + 63) // 64


cdef inline int observation_size(const DealRules *rules) noexcept nogil:
    cdef int players = rules.num_players
    return (4 + 2 * players) * kk.NUM_CARDS + 6 * players + 1


# ---------------------------------------------------------------- from and to deals

cdef inline void forget_dealt(Krypkasino *s) noexcept nogil:
    """Zero the part of the stock that has been dealt, so that equal positions are equal bytes."""
    memset(s.stock, 0, kk.MAX_STOCK - s.stock_left)


cdef inline void make_over(Lane *lane, const DealRules *rules) noexcept nogil:
    """Make of a lane of zeros a deal of no cards, already over."""
    kk.start(&lane.state, rules, 0)
    lane.state.ended = 1


cdef inline void load(Lane *lane, Deal state) noexcept:
    """Put a position into a lane, with what its history has shown."""
    lane.state = state.state
    lane.state.zobrist = 0
    lane.seed = 0
    forget_dealt(&lane.state)
    shown_lacks(state, lane.lacks)
    lane.sweepers = sweepers(&lane.state)


cdef inline Deal unload(const Lane *lane, object rules):
    """The position of a lane, with what has been shown, but without the plays that showed it."""
    cdef Deal state = Deal.__new__(Deal)
    state.rules = rules
    state.state = lane.state
    state.state.zobrist = kk.hash_position(&state.state)
    memcpy(state.lacks_before, lane.lacks, sizeof(lane.lacks))
    return state


cdef inline bint counts_in(Cards *everywhere, const Cards *cards, const DealRules *rules) noexcept nogil:
    """Whether there are such cards besides those `everywhere`; they are added to them."""
    if (cards.one & ~rules.deck or cards.two & ~cards.one or everywhere.two & cards.one
            or everywhere.one & cards.two):
        return False
    add_cards(everywhere, cards)
    return rules.packs == 2 or not everywhere.two


cdef inline bint is_sound(const Lane *lane, const DealRules *rules) noexcept nogil:
    """Whether a lane of unknown origin holds a position that the kernel can trust."""
    cdef const Krypkasino *s = &lane.state
    cdef int players = rules.num_players, left = s.stock_left, seat, place, due, played, i
    cdef Cards everywhere, card
    cdef Table table
    everywhere.one = everywhere.two = 0
    if (s.num_players != players or s.later_hand != rules.later_hand or s.flags != rules.flags
            or s.bonus != rules.bonus or s.zobrist or s.dealer >= players or s.current_player >= players
            or (s.last_player >= players and s.last_player != kk.NOBODY)
            or (s.last_capturer >= players and s.last_capturer != kk.NOBODY)
            or s.ended > 1 or left > kk.MAX_STOCK or left % (players * rules.later_hand)):
        return False
    due = count_cards(&s.hands[s.current_player])
    if (due == 0) != s.ended or (s.ended and left):
        return False
    played = (s.current_player - s.dealer - 1 + 2 * players) % players
    for seat in range(kk.MAX_PLAYERS):
        if lane.lacks[seat] >> kk.NUM_CARDS:
            return False
        if seat >= players and (s.hands[seat].one or s.hands[seat].two or s.piles[seat].one
                                or s.piles[seat].two or s.sweep_points[seat] or lane.lacks[seat]):
            return False
        if not (counts_in(&everywhere, &s.hands[seat], rules)
                and counts_in(&everywhere, &s.piles[seat], rules)):
            return False
    for place in range(players):
        seat = (s.dealer + 1 + place) % players
        if count_cards(&s.hands[seat]) != due - (place < played):
            return False
    if not (counts_in(&everywhere, &s.table.cards, rules) and counts_in(&everywhere, &s.aside, rules)):
        return False
    table = table_of(&s.table.cards)
    if (table.sums != s.table.sums or table.total != s.table.total or table.count != s.table.count
            or lane.sweepers != sweepers(s)):
        return False
    for i in range(kk.MAX_STOCK):
        if i < kk.MAX_STOCK - left:
            if s.stock[i]:
                return False
            continue
        if s.stock[i] >= kk.NUM_CARDS:
            return False
        card = one_card(s.stock[i])
        if not counts_in(&everywhere, &card, rules):
            return False
    return True


cdef inline bint is_equal(const Lane *a, const Lane *b) noexcept nogil:
    return memcmp(a, b, sizeof(Lane)) == 0


# ---------------------------------------------------------------- looking

cdef inline bint is_over(const Lane *lane) noexcept nogil:
    return lane.state.ended


cdef inline int seat_to_move(const Lane *lane) noexcept nogil:
    return lane.state.current_player


cdef inline void tally(const Lane *lane, int32_t *points) noexcept nogil:
    """Each seat's points so far."""
    kk.score(&lane.state, points)


cdef inline int write_legal(const Lane *lane, int captures, bint omit, uint64_t *words, uint8_t *mask,
                            Scratch *scratch) noexcept nogil:
    """Write the legal moves as bits of words, as bytes, or both; either may be NULL.

    Returns 0; TOO_MANY where captures are too many to list; BEYOND where a move has no place. With `omit`
    moves without a place are left out, and BEYOND is that no move has one.
    """
    cdef Numbers numbers
    cdef int run, number, length
    cdef bint has_place = False
    if words:
        memset(words, 0, num_words(captures) * sizeof(uint64_t))
    if mask:
        memset(mask, 0, num_actions(captures))
    if find_numbers(&lane.state, lane.sweepers, &numbers, scratch.captures, kk.MAX_MOVES) == TOO_MANY:
        return TOO_MANY
    for run in range(numbers.runs):
        length = numbers.length[run]
        if numbers.first[run] + length > captures:
            if not omit:
                return BEYOND
            length = captures - numbers.first[run]
        number = numbers.cards[run] + kk.NUM_CARDS * numbers.first[run]
        while length > 0:
            has_place = True
            if words:
                words[number >> 6] |= 1ULL << (number & 63)
            if mask:
                mask[number] = 1
            number += kk.NUM_CARDS
            length -= 1
    return 0 if has_place or not numbers.count else BEYOND


cdef inline int random_action(const Lane *lane, Rng *rng, int64_t *action, Scratch *scratch) noexcept nogil:
    """Draw a legal move; SKIP where the deal is over. Returns 0; TOO_MANY as `write_legal`."""
    action[0] = SKIP
    if lane.state.ended:
        return 0
    action[0] = random_number(&lane.state, lane.sweepers, rng, scratch.captures, kk.MAX_MOVES)
    return TOO_MANY if action[0] < 0 else 0


# ---------------------------------------------------------------- playing

cdef inline void deal_lane(Lane *lane, const DealRules *rules) noexcept nogil:
    """Shuffle and deal the lane's next deal."""
    lane.seed = rng_next(&lane.deals)
    memset(lane.lacks, 0, sizeof(lane.lacks))
    kk.deal(&lane.state, rules, lane.seed, 0, 0)
    lane.sweepers = sweepers(&lane.state)


cdef inline int play_lane(Lane *lane, int64_t number, Scratch *scratch) noexcept nogil:
    """Play a move of whatever number. Returns 0; 1 where it is illegal, TOO_MANY where captures are too
    many to tell, and the lane is as it was."""
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef Move move
    cdef int legal
    if lane.state.ended:
        return 1
    legal = find_move(&lane.state, number, lane.sweepers, &move, scratch.captures, kk.MAX_MOVES)
    if legal != 1:
        return TOO_MANY if legal == TOO_MANY else 1
    note_play(&lane.state, &move, lane.sweepers, lane.lacks)
    if kk.play(&lane.state, &move, entries, False) > 1:
        memset(lane.lacks, 0, sizeof(lane.lacks))
        forget_dealt(&lane.state)
    lane.sweepers = sweepers(&lane.state)
    return 0


cdef inline int64_t play_out_lane(const Lane *lane, Rng *rng, int32_t *points, Scratch *scratch) noexcept nogil:
    """Play random legal moves to the end of the deal, the lane staying as it is. Writes each seat's points;
    returns the number of moves, or -1 where captures on the way are too many."""
    cdef Krypkasino s = lane.state
    cdef int plays = play_out_deal(&s, rng, scratch.moves, scratch.captures)
    kk.score(&s, points)
    return plays


cdef inline int resample_lane(Lane *lane, const DealRules *rules, int seat, Rng *rng) noexcept nogil:
    """Draw what `seat` cannot know anew. Returns 0; 1 where there is no world; -1 where memory lacks."""
    cdef int failed = resample_deal(&lane.state, seat, lane.lacks, rules, rng)
    forget_dealt(&lane.state)
    return failed


# ---------------------------------------------------------------- observations

cdef inline int16_t *write_cards(int16_t *out, uint64_t one, uint64_t two) noexcept nogil:
    """Write a plane of how often each of the 52 cards is there; returns where the next one begins."""
    cdef const uint8_t *first
    cdef const uint8_t *second
    cdef int i, j
    if not two:
        for i in range(kk.NUM_CARDS // 4):
            spread(out + 4 * i, (one >> (4 * i)) & 15)
        return out + kk.NUM_CARDS
    for i in range(kk.NUM_CARDS // 4):
        first = nibble_bytes((one >> (4 * i)) & 15)
        second = nibble_bytes((two >> (4 * i)) & 15)
        for j in range(4):
            out[4 * i + j] = <int16_t>(first[j] + second[j])
    return out + kk.NUM_CARDS


cdef inline void observe_lane(const Lane *lane, const DealRules *rules, int seat, int16_t *out) noexcept nogil:
    """Write what `seat` knows, as `cabbage.batch` documents it. Seats are counted from `seat` on."""
    cdef const Krypkasino *s = &lane.state
    cdef int players = s.num_players, i, other
    cdef Cards hidden = unseen(s, seat, rules)

    out = write_cards(out, s.hands[seat].one, s.hands[seat].two)
    out = write_cards(out, s.table.cards.one, s.table.cards.two)
    out = write_cards(out, hidden.one, hidden.two)
    out = write_cards(out, s.aside.one, s.aside.two)
    other = seat
    for _ in range(players):
        out = write_cards(out, s.piles[other].one, s.piles[other].two)
        other = other + 1 if other + 1 < players else 0
    for _ in range(players):
        out = write_cards(out, lane.lacks[other], 0)
        other = other + 1 if other + 1 < players else 0
    for i in range(players):
        out[i] = <int16_t>count_cards(&s.hands[other])
        out[players + i] = other == s.current_player
        out[2 * players + i] = other == s.dealer
        out[3 * players + i] = other == s.last_player
        out[4 * players + i] = other == s.last_capturer
        out[5 * players + i] = s.sweep_points[other]
        other = other + 1 if other + 1 < players else 0
    out[6 * players] = s.stock_left
