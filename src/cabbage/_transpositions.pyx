"""The transposition table as an object: its memory, and who is using it."""

cimport cython
from libc.stdint cimport uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX

from os import getpid
from threading import RLock

from cabbage._checks import in_range
from cabbage.errors import TableInUseError

__all__ = ["TranspositionTable"]


cdef enum:
    MAX_MEGABYTES = 1 << 18         # a table has fewer than 2**32 buckets
    CACHE_LINE = 64
    ENTRIES_A_MEGABYTE = (1 << 20) // sizeof(Entry)


@cython.final
cdef class TranspositionTable:
    """Memory for what searches have proven, of a fixed size.

    megabytes: 1 to 262,144 (of 2**20 bytes); a position takes 32 bytes. The memory is taken at once
    and never grows; the table keeps what took most work to prove.

    Give one table to several searches of one deal and each begins with what the others found out. A
    search of another deal or for another objective forgets all. Values never depend on the table, only
    nodes and time do. Several threads may search with one table at the same time as long as they search
    the same deal for the same objective; otherwise TableInUseError is raised.

    Raises MemoryError, which says how much was asked for, where there is not so much.
    """

    def __cinit__(self, megabytes=64):
        cdef int size = in_range("a table's megabytes", megabytes, 1, MAX_MEGABYTES)
        cdef uint64_t buckets = <uint64_t>size * (ENTRIES_A_MEGABYTE // BUCKET)
        if buckets * BUCKET * sizeof(Entry) < <uint64_t>PY_SSIZE_T_MAX - CACHE_LINE:
            self.memory = calloc(<size_t>(buckets * BUCKET * sizeof(Entry) + CACHE_LINE), 1)
        self.slots.locks = <volatile long *>calloc(LOCKS, sizeof(long))
        if not self.memory or not self.slots.locks:
            raise MemoryError(f"no memory for a transposition table of {size} megabytes")
        self.slots.entries = <Entry *>((<uintptr_t>self.memory + CACHE_LINE - 1) & ~<uintptr_t>(CACHE_LINE - 1))
        self.slots.buckets = buckets
        self.slots.generation = 1
        self.megabytes = size
        self.open_here()

    cdef int open_here(self) except -1:
        """Belong to this process, in which no thread holds a lock or is searching."""
        self.process = getpid()
        self.guard = RLock()      # a prover may be collected, and leave, while its thread holds it
        self.users = 0
        self.origin = None
        memset(<void *>self.slots.locks, 0, LOCKS * sizeof(long))
        return 0

    def __dealloc__(self):
        free(self.memory)
        free(<void *>self.slots.locks)

    cdef int enter(self, object origin) except -1:
        """Begin to use the table for searches of an `origin`.

        Entries of another origin are kept where `origin.continues(other)`: the keys of both mean the same.
        """
        # After a fork the threads that held locks, or were about to write, are not there.
        if self.process != getpid():
            self.open_here()
        with self.guard:
            if self.origin is None or not origin.continues(self.origin):
                if self.users:
                    raise TableInUseError("the table is in use by a search of another deal or objective")
                self.forget()
                self.origin = origin
            self.users += 1
        return 0

    cdef int leave(self) except -1:
        with self.guard:
            self.users = max(self.users - 1, 0)     # what a fork left behind was not counted
        return 0

    def clear(self):
        """Forget everything. Raises TableInUseError while a search is using the table."""
        with self.guard:
            if self.users:
                raise TableInUseError("the table is in use by a search")
            self.forget()
            self.origin = None

    cdef void forget(self) noexcept:
        """Void all entries; the memory itself is wiped when the numbers of generations run out."""
        if self.slots.generation == 255:
            memset(self.slots.entries, 0, self.slots.buckets * BUCKET * sizeof(Entry))
            self.slots.generation = 0
        self.slots.generation += 1

    def __repr__(self):
        return f"TranspositionTable({self.megabytes})"

    def __reduce__(self):
        raise TypeError("a TranspositionTable is memory of this process and cannot be pickled or copied")
