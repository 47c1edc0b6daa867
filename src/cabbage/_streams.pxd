"""The random stream as a Python object, for other extensions to cimport."""

from libc.stdint cimport uint64_t

from cabbage._rng cimport Rng


cdef class RandomStream:
    cdef Rng rng
    cdef readonly uint64_t seed
    cdef readonly uint64_t index


cdef Rng *stream_of(object stream) except NULL
