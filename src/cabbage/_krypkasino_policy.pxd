"""Krypkasino: how the seats play in the playouts of a search, by a rule of thumb rough enough to be fast.

A seat takes as few points as it can and sweeps only if it must. It lays down dear cards where they take nothing, and
likes to leave a lone card that the next player must take with one of the same rank, a double sweep. One move in
eight is any legal move, since rules of thumb have exceptions.
"""

from libc.stdint cimport uint32_t, uint64_t

from cabbage cimport _krypkasino as kk
from cabbage._bits cimport lowest_bit, popcount, select_bit
from cabbage._krypkasino cimport Entry, Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards, add_cards, one_card, remove_cards
from cabbage._rng cimport Rng, rng_next


cdef enum:
    # What somebody must pay is taken off somebody else.
    SWING = 2


cdef inline int below(uint64_t random, int n) noexcept nogil:
    """A number from 0 to n - 1, of the low half of a random one."""
    return <int>((<uint64_t>(<uint32_t>random) * <uint64_t>n) >> 32)


cdef inline uint64_t must_sweep_lone(const Krypkasino *s, uint64_t hand) noexcept nogil:
    """The cards that would be taken in a double sweep by a hand, if they lay alone: those of its ranks."""
    hand |= hand >> 26
    hand |= hand >> 13
    # An ace on the table is worth 1, and in the hand 14.
    return (hand & 0x1FFE) * kk.COMB


cdef inline uint64_t next_hand(const Krypkasino *s) noexcept nogil:
    cdef int seat = s.current_player + 1
    return s.hands[seat if seat < s.num_players else 0].one


cdef inline int choose_creep(const Krypkasino *s, uint64_t hand, uint64_t random) noexcept nogil:
    """The card to lay down of a hand that takes nothing."""
    cdef uint64_t cards = 0
    if random >> 61:
        if not s.table.count:
            cards = hand & must_sweep_lone(s, next_hand(s))
        if not cards:
            cards = hand & (kk.SPADES | kk.COMB | 1ULL << kk.TEN_OF_DIAMONDS)
    cards = cards if cards else hand
    return select_bit(cards, below(random, popcount(cards)))


cdef inline int price(const Krypkasino *s, const Move *move, uint64_t lone) noexcept nogil:
    """What a move costs at once, less what it makes the next player pay."""
    cdef Cards cards = one_card(move.card), rest
    cdef int points
    if not move.taken.one:
        return -kk.card_points(&cards)
    add_cards(&cards, &move.taken)
    points = kk.card_points(&cards)
    rest = s.table.cards
    remove_cards(&rest, &move.taken)
    if not rest.one:
        return points + SWING * kk.sweep_points(s)
    if not rest.two and not rest.one & (rest.one - 1) and rest.one & lone:
        points -= SWING * kk.DOUBLE_SWEEP
    return points


cdef inline int cheapest(const Krypkasino *s, const Move *moves, int count, uint64_t random) noexcept nogil:
    """The place of the move with the lowest price; of several such any."""
    cdef uint64_t lone = must_sweep_lone(s, next_hand(s))
    cdef int first = below(random, count), best = 0, least = 1 << 20, place, cost
    if not random >> 61:
        return first
    for place in range(first - count, first):
        place += count if place < 0 else 0
        cost = price(s, &moves[place], lone)
        if cost < least:
            least = cost
            best = place
    return best


cdef inline int play_on(Krypkasino *s, int horizon, Rng *rng, Move *moves, Cards *scratch) noexcept nogil:
    """Play until no more than `horizon` cards are in the stock, or to the end of the deal. Returns the number of
    plays.

    `moves` has room for kk.MAX_MOVES, and `scratch` for twice as many. -1 where a position on the way has more.
    """
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef Move creep
    cdef uint64_t hand, random
    cdef int plays = 0, count
    creep.taken.one = creep.taken.two = 0
    creep.index = 0
    while not s.ended and s.stock_left > horizon:
        random = rng_next(rng)
        hand = s.hands[s.current_player].one
        if not hand & kk.capturing(s):
            creep.card = choose_creep(s, hand, random)
            kk.play(s, &creep, entries, False)
        else:
            count = kk.list_moves(s, moves, scratch, kk.MAX_MOVES, False)
            if count < 0:
                return -1
            kk.play(s, &moves[cheapest(s, moves, count, random)], entries, False)
        plays += 1
    return plays
