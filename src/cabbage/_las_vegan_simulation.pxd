"""Las Vegan: what a search that plays through worlds does to one.

`_krypkasino_simulation.pxd` has the same names, so that the searches are written once for both games.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from cabbage cimport _las_vegan as lv
from cabbage._bits cimport popcount, select_bit
from cabbage._las_vegan cimport LasVegan, RoundRules
from cabbage._las_vegan_lanes cimport Lane, Scratch
from cabbage._las_vegan_policy cimport play_on
from cabbage._las_vegan_worlds cimport resample
from cabbage._rng cimport Rng

ctypedef LasVegan World


cdef enum:
    MOST_PLIES = lv.MAX_PLIES
    MOST_LEGAL = lv.NUM_ACTIONS     # actions of a position


cdef struct Legal:
    # The legal actions of a position, taken one by one.
    uint64_t left


cdef inline int draw_world(World *world, const Lane *lane, const RoundRules *rules, int seat, Rng *rng) noexcept nogil:
    """A world that `seat` of a lane must reckon with. Returns 0; less where memory lacks."""
    world[0] = lane.state
    resample(world, seat, lane.voids, rules.deck, rng)
    return 0


cdef inline int seat_to_play(const World *world) noexcept nogil:
    return lv.current_player(world)


cdef inline int plies_left(const World *world) noexcept nogil:
    """How many plies there are to the end, but for tokens that sevens to come may place."""
    cdef int cards = 0, seat
    for seat in range(world.num_players):
        cards += popcount(world.hands[seat])
    return cards + world.to_place


cdef inline int find_legal(const World *world, Legal *legal, Scratch *scratch, int used) noexcept nogil:
    """Find the legal actions. Returns how many there are; in the other game also that they are too many."""
    legal.left = lv.legal_mask(world)
    return popcount(legal.left)


cdef inline bint take(Legal *legal, uint32_t action) noexcept nogil:
    """Whether an action is among those left, which it then is no more."""
    cdef bint there = (legal.left >> action) & 1
    legal.left &= ~(1ULL << action)
    return there


cdef inline int count_left(const Legal *legal) noexcept nogil:
    return popcount(legal.left)


cdef inline uint32_t take_at(Legal *legal, int place) noexcept nogil:
    """Take the action at a place among those left."""
    cdef int action = select_bit(legal.left, place)
    legal.left ^= 1ULL << action
    return <uint32_t>action


cdef inline void play_taken(World *world, const Legal *legal, uint32_t action) noexcept nogil:
    """Play one of the actions that have been taken."""
    lv.play(world, <int>action, False)


cdef inline void results(const World *world, int32_t *points) noexcept nogil:
    """Each seat's change in cabbages of a round that is over."""
    lv.score(world, points)


cdef inline int horizon_of(const Lane *lane) noexcept nogil:
    """Where playouts end: in this game with the round."""
    return 0


cdef inline int play_to_end(World *world, int horizon, Rng *rng, int32_t *points, Scratch *scratch) noexcept nogil:
    """Play to the end as a playout does, and write the results. Returns less than 0 where there are too many
    captures on the way: not in this game."""
    play_on(world, rng)
    lv.score(world, points)
    return 0
