# cython: language_level=3, cdivision=True
"""What a simulation draws, one by one, for tests/test_ismcts.py, which builds this."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc

from cabbage cimport _krypkasino as kk
from cabbage cimport _krypkasino_worlds as kw
from cabbage cimport _las_vegan as lv
from cabbage cimport _las_vegan_policy as policy
from cabbage cimport _las_vegan_worlds as lw
from cabbage._core cimport Round, shown_voids
from cabbage._core cimport fill_rules as fill_round_rules
from cabbage._deal cimport Deal, fill_rules, shown_lacks
from cabbage._krypkasino_captures cimport Cards
from cabbage._krypkasino_policy cimport play_on as play_deal_on
from cabbage._las_vegan_policy cimport play_on
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
    """Each seat's result of a playout."""
    cdef lv.LasVegan s = state.state
    cdef int32_t points[lv.MAX_PLAYERS]
    play_on(&s, stream_of(stream))
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


def finish_deal(Deal state, stream, int horizon):
    """Each seat's result of a playout to where no more cards are in the stock."""
    cdef kk.Krypkasino s = state.state
    cdef int32_t points[kk.MAX_PLAYERS]
    cdef kk.Move *moves = <kk.Move *> malloc(kk.MAX_MOVES * sizeof(kk.Move))
    cdef Cards *scratch = <Cards *> malloc(2 * kk.MAX_MOVES * sizeof(Cards))
    if not (moves and scratch):
        raise MemoryError
    play_deal_on(&s, horizon, stream_of(stream), moves, scratch)
    free(moves)
    free(scratch)
    kk.score(&s, points)
    return [points[seat] for seat in range(s.num_players)]


def rest_of_trick(Round state, stream):
    """The round after the trick that is open or to be led, as a playout plays it, but for its tokens."""
    cdef Round after = state.copy()
    cdef lv.LasVegan *s = &after.state
    cdef policy.Outlook outlook
    policy.look_out(&outlook, s)
    if s.trick_len:
        policy.finish_open_trick(s, &outlook, stream_of(stream))
    else:
        policy.play_trick(s, &outlook, stream_of(stream), s.num_players)
    s.zobrist = lv.hash_position(s)
    after.begin = after.end = 0
    return after


def token_of(Round state):
    """The token that a playout places."""
    return policy.place_token(&state.state)
