"""Seeded, splittable random numbers: SplitMix64.

Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators"
(OOPSLA 2014). A stream is named by a seed and an index, so that game i of a batch draws the same
numbers whatever the batch size, the thread count or the platform.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef extern from *:
    """
    #define CABBAGE_GOLDEN_GAMMA 0x9E3779B97F4A7C15ULL
    /* Far from the streams that deal rounds, so that playing out a deal with the seed it was dealt
       from does not draw the same numbers again. */
    #define CABBAGE_FIRST_PLAYOUT_STREAM (1ULL << 32)
    #define CABBAGE_WORLD_STREAM (1ULL << 61)   /* behind all playouts, of which there are 2**40 */
    """
    const uint64_t GOLDEN_GAMMA "CABBAGE_GOLDEN_GAMMA"
    const uint64_t FIRST_PLAYOUT_STREAM "CABBAGE_FIRST_PLAYOUT_STREAM"
    const uint64_t WORLD_STREAM "CABBAGE_WORLD_STREAM"


cdef struct Rng:
    uint64_t state


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """A bijection of 64-bit words that spreads every input bit over the output."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline void rng_seed(Rng *rng, uint64_t seed, uint64_t stream) noexcept nogil:
    """Start stream number `stream` of `seed`."""
    rng.state = mix(mix(seed + GOLDEN_GAMMA) + stream * GOLDEN_GAMMA)


cdef inline uint64_t rng_next(Rng *rng) noexcept nogil:
    """The next 64 random bits."""
    rng.state += GOLDEN_GAMMA
    return mix(rng.state)


cdef inline uint32_t rng_below(Rng *rng, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1, every one equally likely. `n` must be at least 1.

    Source: D. Lemire, "Fast random integer generation in an interval" (2019).
    """
    cdef uint64_t product = (rng_next(rng) >> 32) * n
    cdef uint32_t threshold
    if <uint32_t>product < n:
        threshold = (0 - n) % n
        while <uint32_t>product < threshold:
            product = (rng_next(rng) >> 32) * n
    return <uint32_t>(product >> 32)


cdef inline void shuffle_first(uint8_t *cards, int count, int size, Rng *rng) noexcept nogil:
    """Put `count` of `size` cards, and these in any order, first: every way is equally likely."""
    cdef int i, j
    for i in range(count):
        j = i + <int>rng_below(rng, size - i)
        cards[i], cards[j] = cards[j], cards[i]


cdef inline uint64_t bits_below(uint64_t n) noexcept nogil:
    """All bits up to the highest one of `n`."""
    n |= n >> 1
    n |= n >> 2
    n |= n >> 4
    n |= n >> 8
    n |= n >> 16
    return n | n >> 32


cdef inline uint64_t rng_below64(Rng *rng, uint64_t n) noexcept nogil:
    """`rng_below` for numbers of 64 bits: of each draw as many bits as n - 1 has, until one is below n."""
    cdef uint64_t mask = bits_below(n - 1)
    cdef uint64_t drawn
    if not n >> 32:
        return rng_below(rng, <uint32_t>n)
    drawn = rng_next(rng) & mask
    while drawn >= n:
        drawn = rng_next(rng) & mask
    return drawn
