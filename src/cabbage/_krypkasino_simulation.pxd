"""Krypkasino: what a search that plays through worlds does to one.

`_las_vegan_simulation.pxd` has the same names, so that the searches are written once for both games.
"""

from libc.stdint cimport int32_t, uint32_t

from cabbage cimport _krypkasino as kk
from cabbage._deal cimport resample_deal
from cabbage._krypkasino cimport DealRules, Entry, Krypkasino, Move
from cabbage._krypkasino_captures cimport count_cards
from cabbage._krypkasino_lanes cimport Lane, Scratch
from cabbage._krypkasino_numbers cimport number_of
from cabbage._krypkasino_policy cimport play_on
from cabbage._rng cimport Rng

ctypedef Krypkasino World


cdef enum:
    MOST_PLIES = kk.MAX_STOCK
    MOST_LEGAL = kk.MAX_MOVES       # moves of a position


cdef struct Legal:
    # The legal moves of a position, taken one by one: those left come first.
    Move *moves
    int left
    int count


cdef inline int draw_world(World *world, const Lane *lane, const DealRules *rules, int seat, Rng *rng) noexcept nogil:
    """A world that `seat` of a lane must reckon with. Returns 0; less where memory lacks."""
    world[0] = lane.state
    return resample_deal(world, seat, lane.lacks, rules, rng)


cdef inline int seat_to_play(const World *world) noexcept nogil:
    return world.current_player


cdef inline int plies_left(const World *world) noexcept nogil:
    """How many plies there are to the end."""
    cdef int cards = world.stock_left, seat
    for seat in range(world.num_players):
        cards += count_cards(&world.hands[seat])
    return cards


cdef inline int find_legal(const World *world, Legal *legal, Scratch *scratch, int used) noexcept nogil:
    """Find the legal moves, in memory behind `used` moves. Returns how many there are; less than 0 where there
    are too many."""
    legal.moves = scratch.moves + used
    legal.left = 0
    if not world.ended:
        legal.left = kk.list_moves(world, legal.moves, scratch.captures, kk.MAX_MOVES - used, True)
    legal.count = legal.left
    return legal.left


cdef inline bint take(Legal *legal, uint32_t number) noexcept nogil:
    """Whether a move is among those left, which it then is no more."""
    cdef int i
    for i in range(legal.left):
        if number_of(&legal.moves[i]) == number:
            take_at(legal, i)
            return True
    return False


cdef inline int count_left(const Legal *legal) noexcept nogil:
    return legal.left


cdef inline uint32_t take_at(Legal *legal, int place) noexcept nogil:
    """Take the move at a place among those left."""
    cdef Move taken = legal.moves[place]
    legal.left -= 1
    legal.moves[place] = legal.moves[legal.left]
    legal.moves[legal.left] = taken
    return number_of(&taken)


cdef inline void play_taken(World *world, const Legal *legal, uint32_t number) noexcept nogil:
    """Play one of the moves that have been taken."""
    cdef Entry entries[kk.ENTRIES_A_PLAY]
    cdef int i = legal.left
    while i + 1 < legal.count and number_of(&legal.moves[i]) != number:
        i += 1
    kk.play(world, &legal.moves[i], entries, False)


cdef inline void results(const World *world, int32_t *points) noexcept nogil:
    """Each seat's points of a deal that is over."""
    kk.score(world, points)


cdef inline int horizon_of(const Lane *lane) noexcept nogil:
    """How many cards are in the stock where playouts end: with the batch.

    What the batches behind it bring is chance, as good for one seat as for another, and would only hide what
    comes of a choice now.
    """
    return lane.state.stock_left - lane.state.num_players * lane.state.later_hand


cdef inline int play_to_end(World *world, int horizon, Rng *rng, int32_t *points, Scratch *scratch) noexcept nogil:
    """Play to the end as a playout does, and write the results. Returns less than 0 where there are too many
    captures on the way."""
    cdef int plays = play_on(world, horizon, rng, scratch.moves, scratch.captures)
    kk.score(world, points)
    return plays
