"""Krypkasino: random play to the end of a deal."""

from libc.stdint cimport uint32_t, uint64_t

from cabbage cimport _krypkasino as kk
from cabbage._bits cimport popcount, select_bit
from cabbage._krypkasino cimport Entry, Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards
from cabbage._rng cimport Rng, rng_below


cdef inline int play_out_deal(Krypkasino *s, Rng *rng, Move *moves, Cards *scratch) noexcept nogil:
    """Play random legal moves to the end of the deal. Returns their number.

    `moves` has room for kk.MAX_MOVES, and `scratch` for twice as many. -1 where a position on the way
    has more.
    """
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef Move creep
    cdef uint64_t hand
    cdef int plays = 0, count
    creep.taken.one = creep.taken.two = 0
    creep.index = 0
    while not s.ended:
        hand = s.hands[s.current_player].one
        if not hand & kk.capturing(s):
            creep.card = select_bit(hand, <int>rng_below(rng, <uint32_t>popcount(hand)))
            kk.play(s, &creep, entries, False)
        else:
            count = kk.list_moves(s, moves, scratch, kk.MAX_MOVES, False)
            if count < 0:
                return -1
            kk.play(s, &moves[rng_below(rng, <uint32_t>count)], entries, False)
        plays += 1
    return plays
