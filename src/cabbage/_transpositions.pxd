"""The transposition table: proven bounds of positions, under full keys.

A key holds everything that a position's bounds depend on, three words of it, so two positions never
share an entry by accident. What a key takes for granted (the deal, the objective) is the table's
`origin`: a search that starts from another voids all entries, which costs nothing but a number.
"""

cimport cython
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from cabbage._rng cimport GOLDEN_GAMMA, mix


cdef extern from "_atomics.h" nogil:
    void take_lock "cabbage_lock"(volatile long *lock) noexcept
    void release_lock "cabbage_unlock"(volatile long *lock) noexcept


cdef enum:
    BUCKET = 4                      # entries that a position may stand in
    LOCKS = 1 << 12
    NO_HINT = 255


cdef struct Key:
    uint64_t words[3]


cdef struct Entry:
    Key key
    int16_t lower                   # the value is proven to be at least this
    int16_t upper                   # and at most this
    uint16_t work                   # how much it took, on a logarithmic scale; 0 for an empty entry
    uint8_t hint                    # what to try first; its meaning is the search's
    uint8_t generation


cdef struct Slots:
    Entry *entries                  # aligned to a cache line
    uint64_t buckets
    volatile long *locks
    uint8_t generation


cdef inline uint64_t hash_key(const Key *key) noexcept nogil:
    return mix(mix(mix(key.words[0] + GOLDEN_GAMMA) + key.words[1]) + key.words[2])


cdef inline bint is_same(const Key *a, const Key *b) noexcept nogil:
    return ((a.words[0] ^ b.words[0]) | (a.words[1] ^ b.words[1]) | (a.words[2] ^ b.words[2])) == 0


cdef inline uint64_t bucket_of(const Slots *slots, uint64_t hash) noexcept nogil:
    """The number of the bucket of a hash; a table has fewer than 2**32 of them."""
    return ((hash >> 32) * slots.buckets) >> 32


cdef inline volatile long *lock_bucket(const Slots *slots, uint64_t bucket) noexcept nogil:
    take_lock(slots.locks + (bucket & (LOCKS - 1)))
    return slots.locks + (bucket & (LOCKS - 1))


cdef inline void unlock_bucket(volatile long *lock) noexcept nogil:
    release_lock(lock)


cdef inline int work_of(uint64_t nodes) noexcept nogil:
    """The work of so many nodes, 1 or more: on a logarithmic scale, in sixteenths of a doubling."""
    cdef int doublings = 0
    while nodes >> (doublings + 1):
        doublings += 1
    return 16 * doublings + <int>(((nodes << 4) >> doublings) & 15) + 1


cdef inline bint probe(const Slots *slots, const Key *key, uint64_t hash, Entry *found) noexcept nogil:
    """Copy the entry of a key to `found`; False where there is none."""
    cdef uint64_t bucket = bucket_of(slots, hash)
    cdef Entry *entry = slots.entries + BUCKET * bucket
    cdef volatile long *lock = lock_bucket(slots, bucket)
    cdef bint hit = False
    for _ in range(BUCKET):
        if entry.work and entry.generation == slots.generation and is_same(&entry.key, key):
            found[0] = entry[0]
            hit = True
            break
        entry += 1
    unlock_bucket(lock)
    return hit


cdef inline void store(const Slots *slots, const Key *key, uint64_t hash, int lower, int upper,
                       int hint, int work) noexcept nogil:
    """Keep proven bounds of a key: with what is known of it, or in the place of what took least work.

    `work` is 1 to 65,535. Bounds of one key are met: both were proven.
    """
    cdef uint64_t bucket = bucket_of(slots, hash)
    cdef Entry *entry = slots.entries + BUCKET * bucket
    cdef Entry *least = entry
    cdef int least_work = 1 << 16, worth
    cdef volatile long *lock = lock_bucket(slots, bucket)
    for _ in range(BUCKET):
        worth = entry.work if entry.generation == slots.generation else 0
        if worth and is_same(&entry.key, key):
            entry.lower = <int16_t>max(lower, entry.lower)
            entry.upper = <int16_t>min(upper, entry.upper)
            entry.work = <uint16_t>max(work, worth)
            if hint != NO_HINT:
                entry.hint = <uint8_t>hint
            unlock_bucket(lock)
            return
        if worth < least_work:
            least_work = worth
            least = entry
        entry += 1
    least.key = key[0]
    least.lower = <int16_t>lower
    least.upper = <int16_t>upper
    least.work = <uint16_t>work
    least.hint = <uint8_t>hint
    least.generation = slots.generation
    unlock_bucket(lock)


@cython.final
cdef class TranspositionTable:
    cdef Slots slots
    cdef void *memory
    cdef object origin
    cdef int users
    cdef object guard
    cdef object process
    cdef readonly int megabytes

    cdef int open_here(self) except -1
    cdef int enter(self, object origin) except -1
    cdef int leave(self) except -1
    cdef void forget(self) noexcept
