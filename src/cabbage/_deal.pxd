"""Krypkasino's extension type, for other extensions to cimport."""

from libc.stdint cimport uint64_t

from cabbage._krypkasino cimport MAX_PLAYERS, DealRules, Entry, Krypkasino
from cabbage._rng cimport Rng


cdef int fill_rules(DealRules *c, object rules) except -1


cdef class Deal:
    cdef Krypkasino state
    cdef Entry *entries             # on the heap, and only as many as it has needed
    cdef int room                   # how many that is
    cdef int end
    cdef int plies
    cdef uint64_t lacks_before[MAX_PLAYERS]     # what had been shown when the record began, as `shown_lacks` has it
    cdef readonly object rules


cdef void shown_lacks(Deal self, uint64_t *lacks) noexcept


# `resample` of `_krypkasino_worlds`, compiled here once for all who draw worlds.
cdef int resample_deal(Krypkasino *s, int seat, const uint64_t *lacks, const DealRules *rules,
                       Rng *rng) noexcept nogil
