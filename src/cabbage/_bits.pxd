"""Card sets as 64-bit words: the compiler shim, for kernels to cimport."""

from libc.stdint cimport uint64_t


cdef extern from "_bits.h" nogil:
    int popcount "cabbage_popcount"(uint64_t x) noexcept
    int lowest_bit "cabbage_lowest_bit"(uint64_t x) noexcept
    int highest_bit "cabbage_highest_bit"(uint64_t x) noexcept
    uint64_t gather_bits "cabbage_gather_bits"(uint64_t x, uint64_t mask) noexcept
    int select_bit "cabbage_select_bit"(uint64_t x, int k) noexcept
    bint cpu_has_fast_bmi2 "cabbage_cpu_has_fast_bmi2"() noexcept
