"""What results are worth to the seats of a search that plays through worlds."""

from libc.stdint cimport int8_t, int32_t, int64_t

from cabbage import errors


cdef enum:
    MOST_SEATS = 6


cdef struct Utilities:
    # How each seat values each seat's result.
    int8_t weights[MOST_SEATS][MOST_SEATS]


cdef inline int fill_utilities(Utilities *utilities, list weights, int players) except -1:
    """Take the weights of a list of lists. Raises CabbageError for others than of so many players."""
    cdef int i, j
    if len(weights) != players or any([len(row) != players for row in weights]):
        raise errors.CabbageError(f"weights of {players} players are not {weights}")
    for i in range(players):
        for j in range(players):
            if weights[i][j] not in range(1 - MOST_SEATS, MOST_SEATS):
                raise errors.CabbageError(f"a weight is -5 to 5, not {weights[i][j]}")
            utilities.weights[i][j] = weights[i][j]
    return 0


cdef inline int64_t utility_of(const Utilities *utilities, int seat, const int32_t *points, int players) noexcept nogil:
    """What results are worth to a seat."""
    cdef int64_t worth = 0
    cdef int i
    for i in range(players):
        worth += utilities.weights[seat][i] * points[i]
    return worth


cdef inline bint is_ally(const Utilities *utilities, int seat, int other) noexcept nogil:
    """Whether another seat wants what this one wants, in a search for two sides."""
    return utilities.weights[seat][other] * utilities.weights[other][other] > 0
