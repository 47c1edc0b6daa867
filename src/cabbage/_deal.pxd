"""Krypkasino's extension type, for other extensions to cimport."""

from libc.stdint cimport uint64_t

from cabbage._krypkasino cimport DealRules, Entry, Krypkasino


cdef int fill_rules(DealRules *c, object rules) except -1


cdef class Deal:
    cdef Krypkasino state
    cdef Entry *entries             # on the heap, and only as many as it has needed
    cdef int room                   # how many that is
    cdef int end
    cdef int plies
    cdef readonly object rules


cdef void shown_lacks(Deal self, uint64_t *lacks) noexcept
