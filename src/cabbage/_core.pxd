"""The extension types, for other extensions to cimport."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from cabbage._las_vegan cimport MAX_PLAYERS, MAX_PLIES, LasVegan, RoundRules
from cabbage._rng cimport Rng


cdef int fill_rules(RoundRules *c, object rules) except -1
cdef int checked_seat(object seat, int players) except -1
cdef uint64_t checked_seed(object seed) except? 0


cdef class Round:
    cdef LasVegan state
    # One entry a ply, behind the cards of a trick that was open when the round was set up.
    cdef uint16_t entries[MAX_PLAYERS + MAX_PLIES]
    cdef int begin
    cdef int end
    cdef uint32_t voids_before      # what had been shown when the record began, as `shown_voids` has it
    cdef readonly object rules


cdef uint32_t shown_voids(Round self) noexcept


# `resample` of `_las_vegan_worlds`, compiled here once for all who draw worlds.
cdef int resample_round(LasVegan *s, int seat, uint32_t voids, uint64_t deck, Rng *rng) noexcept nogil
