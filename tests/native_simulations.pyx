# cython: language_level=3, cdivision=True
"""What a simulation draws, one by one, for tests/test_ismcts.py, which builds this."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc

from cabbage cimport _krypkasino as kk
from cabbage cimport _krypkasino_worlds as kw
from cabbage cimport _las_vegan as lv
from cabbage cimport _las_vegan_worlds as lw
from cabbage._core cimport Round, shown_voids
from cabbage._core cimport fill_rules as fill_round_rules
from cabbage._deal cimport Deal, fill_rules, shown_lacks
from cabbage._krypkasino_captures cimport Cards
from cabbage._krypkasino_playouts cimport play_out_deal
from cabbage._las_vegan_playouts cimport play_out
from cabbage._streams cimport stream_of


def round_world(Round state, int seat, stream):
    """A world of what a seat knows, drawn from a `RandomStream`."""
    cdef Round world = state.copy()
    cdef lv.RoundRules rules
    fill_round_rules(&rules, state.rules)
    lw.resample(&world.state, seat, shown_voids(state), rules.deck, stream_of(stream))
    world.state.zobrist = lv.hash_position(&world.state)
    return world


def finish_round(Round state, stream):
    """Each seat's result of a random playout."""
    cdef lv.LasVegan s = state.state
    cdef int32_t points[lv.MAX_PLAYERS]
    play_out(&s, stream_of(stream))
    lv.score(&s, points)
    return [points[seat] for seat in range(s.num_players)]


def deal_world(Deal state, int seat, stream):
    """A world of what a seat knows, drawn from a `RandomStream`."""
    cdef Deal world = state.copy()
    cdef kk.DealRules rules
    cdef uint64_t lacks[kk.MAX_PLAYERS]
    fill_rules(&rules, state.rules)
    shown_lacks(state, lacks)
    kw.resample(&world.state, seat, lacks, &rules, stream_of(stream))
    world.state.zobrist = kk.hash_position(&world.state)
    return world


def finish_deal(Deal state, stream):
    """Each seat's result of a random playout."""
    cdef kk.Krypkasino s = state.state
    cdef int32_t points[kk.MAX_PLAYERS]
    cdef kk.Move *moves = <kk.Move *> malloc(kk.MAX_MOVES * sizeof(kk.Move))
    cdef Cards *scratch = <Cards *> malloc(2 * kk.MAX_MOVES * sizeof(Cards))
    if not (moves and scratch):
        raise MemoryError
    play_out_deal(&s, stream_of(stream), moves, scratch)
    free(moves)
    free(scratch)
    kk.score(&s, points)
    return [points[seat] for seat in range(s.num_players)]
