"""Krypkasino's extension type, for other extensions to cimport."""

from cabbage._krypkasino cimport MAX_ENTRIES, DealRules, Entry, Krypkasino


cdef int fill_rules(DealRules *c, object rules) except -1


cdef class Deal:
    cdef Krypkasino state
    cdef Entry entries[MAX_ENTRIES]
    cdef int end
    cdef int plies
    cdef readonly object rules
