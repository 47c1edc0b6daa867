"""The random stream as a Python object."""

cimport cython
from libc.stdint cimport uint32_t, uint64_t

from cabbage._rng cimport GOLDEN_GAMMA, Rng, rng_below, rng_next, rng_seed

from cabbage import _checks, errors


cdef Rng *stream_of(object stream) except NULL:
    """The stream of an argument that must be a `RandomStream`."""
    if type(stream) is not RandomStream:
        raise errors.InputTypeError(f"the stream is a RandomStream, not {_checks.quoted(stream)}")
    return &(<RandomStream>stream).rng


@cython.final
@cython.no_gc
cdef class RandomStream:
    """An endless stream of random numbers, named by a seed and an index.

    seed: 0 to 2**64 - 1. index: which stream of the seed, 0 to 2**64 - 1; streams of one seed have
    nothing to do with each other. Equal streams give equal numbers on every platform. A stream is a
    mutable value: it copies, compares (same seed, index and place) and pickles.

    Source: SplitMix64, G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
    generators" (OOPSLA 2014). Not for secrets.

    Raises InputTypeError or CabbageError for arguments of the wrong type or range.

    >>> stream = RandomStream(7)
    >>> stream.below(10), stream.below(10), stream.below(10)
    (9, 8, 9)
    """

    def __init__(self, seed, index=0):
        cdef uint64_t c_seed = _checks.seed(seed)
        self.index = _checks.in_range("an index", index, 0, (1 << 64) - 1)
        self.seed = c_seed
        rng_seed(&self.rng, c_seed, self.index)

    @property
    def place(self):
        """How many numbers of 64 bits have been drawn, modulo 2**64."""
        cdef Rng first
        rng_seed(&first, self.seed, self.index)
        # The state goes up by an odd constant each time, so that its inverse tells how often.
        return (self.rng.state - first.state) * inverse(GOLDEN_GAMMA)

    @cython.critical_section
    def next(self):
        """The next 64 random bits, an int from 0 to 2**64 - 1."""
        return rng_next(&self.rng)

    @cython.critical_section
    def below(self, n):
        """A number from 0 to n - 1, every one exactly equally likely. `n` is 1 to 2**32 - 1."""
        cdef uint32_t c_n = _checks.in_range("n", n, 1, (1 << 32) - 1)
        return rng_below(&self.rng, c_n)

    @cython.critical_section
    def copy(self):
        """An independent stream at the same place."""
        cdef RandomStream other = RandomStream.__new__(RandomStream)
        other.rng = self.rng
        other.seed = self.seed
        other.index = self.index
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        if type(other) is not RandomStream:
            return NotImplemented
        return ((<RandomStream>other).seed == self.seed and (<RandomStream>other).index == self.index
                and (<RandomStream>other).rng.state == self.rng.state)

    __hash__ = None

    def __reduce__(self):
        return _restore, (self.seed, self.index, self.place)

    def __repr__(self):
        return f"<RandomStream({self.seed}, {self.index}) at {self.place}>"


cdef uint64_t inverse(uint64_t odd) noexcept:
    """The number that times `odd` is 1 modulo 2**64: Newton's iteration doubles the right bits."""
    cdef uint64_t found = odd       # right to three bits
    for _ in range(5):
        found *= 2 - odd * found
    return found


def _restore(seed, index, place):
    """Unpickle a `RandomStream`."""
    cdef RandomStream stream = RandomStream(seed, index)
    cdef uint64_t c_place = _checks.in_range("a place", place, 0, (1 << 64) - 1)
    stream.rng.state += c_place * GOLDEN_GAMMA
    return stream
