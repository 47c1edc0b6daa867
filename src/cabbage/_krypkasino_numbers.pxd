"""Krypkasino: moves by number, without listing them.

A move's number is `card + 52 * index`, the index that of its capture among all captures of the card
in canonical order, those included that a compulsory sweep rules out.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from cabbage cimport _krypkasino as kk
from cabbage._bits cimport lowest_bit
from cabbage._krypkasino cimport Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards, Subsets, sum_subsets
from cabbage._rng cimport Rng, rng_below


cdef enum:
    TOO_MANY = 2                    # captures for the room given


cdef inline uint32_t number_of(const Move *move) noexcept nogil:
    return <uint32_t>(move.card + kk.NUM_CARDS * move.index)


cdef inline int find_move(const Krypkasino *s, int64_t number, uint64_t sweepers, Move *move,
                          Cards *captures, int capacity) noexcept nogil:
    """The legal move of a number, of whatever number, where `sweepers` could sweep the table.

    `captures` has room for twice `capacity`. Returns 1 if there is one, 0 if not; TOO_MANY where the card has
    more captures than `capacity`.
    """
    cdef uint64_t hand = s.hands[s.current_player].one
    cdef bint must_sweep = (hand & sweepers) != 0
    cdef int found
    cdef Subsets subsets
    if number < 0 or number >= <int64_t>kk.NUM_CARDS * kk.MAX_MOVES:
        return 0
    move.card = <int>(number % kk.NUM_CARDS)
    move.index = <int>(number // kk.NUM_CARDS)
    if not (hand >> move.card) & 1 or (must_sweep and not (sweepers >> move.card) & 1):
        return 0
    if not (kk.capturing(s) >> move.card) & 1:
        move.taken.one = move.taken.two = 0
        return move.index == 0
    sum_subsets(&subsets, &s.table)
    found = kk.ordered_captures(s, &subsets, move.card, captures, capacity)
    if found < 0:
        return TOO_MANY
    if move.index >= found:
        return 0
    move.taken = captures[move.index]
    return not must_sweep or kk.is_sweep(s, &move.taken)


cdef struct Numbers:
    # The numbers of all legal moves: of each card a run of indexes, most from 0 on.
    int count                       # of moves
    int runs
    int cards[kk.NUM_CARDS]
    int first[kk.NUM_CARDS]         # index
    int length[kk.NUM_CARDS]


cdef inline void add_run(Numbers *numbers, int card, int first, int length) noexcept nogil:
    numbers.cards[numbers.runs] = card
    numbers.first[numbers.runs] = first
    numbers.length[numbers.runs] = length
    numbers.runs += 1
    numbers.count += length


cdef inline int sweep_index(const Krypkasino *s, const Subsets *subsets, int card,
                            Cards *captures, int capacity) noexcept nogil:
    """The index of a card's sweep, which is how many of its captures come before; -1 where they are too many."""
    cdef int found = kk.captures(s, subsets, card, captures, capacity)
    cdef int i, index = 0
    if found < 0:
        return -1
    for i in range(found):
        if not kk.is_sweep(s, &captures[i]) and kk.sorts_before(&captures[i], &s.table.cards):
            index += 1
    return index


cdef inline int find_numbers(const Krypkasino *s, uint64_t sweepers, Numbers *numbers,
                             Cards *captures, int capacity) noexcept nogil:
    """The numbers of the legal moves, by card, where `sweepers` could sweep the table.

    Returns 1; TOO_MANY where a card has more captures than `capacity`, for which there is room.
    """
    cdef uint64_t hand = s.hands[s.current_player].one
    cdef uint64_t takers = hand & kk.capturing(s)
    cdef int card, found
    cdef bint sweeps = (hand & sweepers) != 0
    cdef Subsets subsets
    numbers.count = numbers.runs = 0
    if takers:
        sum_subsets(&subsets, &s.table)
    if sweeps:
        hand &= sweepers
    while hand:
        card = lowest_bit(hand)
        hand &= hand - 1
        if sweeps:
            found = sweep_index(s, &subsets, card, captures, capacity)
            add_run(numbers, card, found, 1)
        elif (takers >> card) & 1:
            found = kk.count_captures(s, &subsets, card, captures, capacity)
            add_run(numbers, card, 0, found)
        else:
            found = 1
            add_run(numbers, card, 0, 1)
        if found < 0:
            return TOO_MANY
    return 1


cdef inline int64_t number_at(const Numbers *numbers, int place) noexcept nogil:
    """The number of the legal move at a place among them all, from 0."""
    cdef int run = 0
    while place >= numbers.length[run]:
        place -= numbers.length[run]
        run += 1
    return numbers.cards[run] + <int64_t>kk.NUM_CARDS * (numbers.first[run] + place)


cdef inline int64_t random_number(const Krypkasino *s, uint64_t sweepers, Rng *rng,
                                  Cards *captures, int capacity) noexcept nogil:
    """The number of a legal move, every one equally likely; -1 where captures are too many.

    There must be one. Nothing is drawn where captures are too many.
    """
    cdef Numbers numbers
    if find_numbers(s, sweepers, &numbers, captures, capacity) == TOO_MANY:
        return -1
    return number_at(&numbers, <int>rng_below(rng, <uint32_t>numbers.count))
