"""Four bits at a time as four numbers: how card sets become arrays, the same on every byte order."""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memcpy


cdef extern from *:
    """
    #define CABBAGE_NIBBLES(make) \\
        make(0,0,0,0) make(1,0,0,0) make(0,1,0,0) make(1,1,0,0) \\
        make(0,0,1,0) make(1,0,1,0) make(0,1,1,0) make(1,1,1,0) \\
        make(0,0,0,1) make(1,0,0,1) make(0,1,0,1) make(1,1,0,1) \\
        make(0,0,1,1) make(1,0,1,1) make(0,1,1,1) make(1,1,1,1)
    #define CABBAGE_FOUR(a, b, c, d) {a, b, c, d},
    static const uint8_t CABBAGE_NIBBLE_BYTES[16][4] = { CABBAGE_NIBBLES(CABBAGE_FOUR) };
    static const int16_t CABBAGE_NIBBLE_SHORTS[16][4] = { CABBAGE_NIBBLES(CABBAGE_FOUR) };
    """
    const int16_t NIBBLE_SHORTS "CABBAGE_NIBBLE_SHORTS"[16][4]
    const uint8_t NIBBLE_BYTES "CABBAGE_NIBBLE_BYTES"[16][4]


cdef inline void spread(int16_t *out, int nibble) noexcept nogil:
    """Write the four bits of `nibble` as numbers, the lowest first."""
    memcpy(out, NIBBLE_SHORTS[nibble], 4 * sizeof(int16_t))


cdef inline const uint8_t *nibble_bytes(int nibble) noexcept nogil:
    """The four bits of `nibble` as bytes, the lowest first."""
    return NIBBLE_BYTES[nibble]
