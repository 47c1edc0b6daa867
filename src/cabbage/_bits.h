/* Bit operations on 64-bit card sets, for GCC, Clang and MSVC, and in plain C.
 *
 * An extension built with BMI2 and POPCNT enabled (see setup.py) uses those instructions;
 * every other build uses portable code, because a wheel cannot assume them and an unsupported
 * instruction kills the process. Define CABBAGE_PORTABLE_BITS to force the plain C branch.
 */
#ifndef CABBAGE_BITS_H
#define CABBAGE_BITS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#endif
#if defined(__BMI2__) && !defined(_MSC_VER)
#include <immintrin.h>
#endif

#if !defined(CABBAGE_PORTABLE_BITS)
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(_M_X64) && defined(CABBAGE_BMI2))
#define CABBAGE_HAS_PDEP 1
#endif
#if defined(__POPCNT__) || defined(__aarch64__)
#define CABBAGE_HAS_POPCOUNT 1
#endif
#endif

#define CABBAGE_BYTES_LOW 0x0101010101010101ULL
#define CABBAGE_BYTES_HIGH 0x8080808080808080ULL

/* The number of set bits in each byte of x. */
static inline uint64_t cabbage_byte_counts(uint64_t x)
{
    x = x - ((x >> 1) & 0x5555555555555555ULL);
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    return (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
}

/* Number of set bits. */
static inline int cabbage_popcount(uint64_t x)
{
#if defined(CABBAGE_HAS_POPCOUNT)
    return __builtin_popcountll(x);
#elif defined(CABBAGE_HAS_PDEP) && defined(_MSC_VER)
    return (int)__popcnt64(x);
#else
    return (int)((cabbage_byte_counts(x) * CABBAGE_BYTES_LOW) >> 56);
#endif
}

/* Index of the lowest set bit. x must not be 0. */
static inline int cabbage_lowest_bit(uint64_t x)
{
#if defined(CABBAGE_PORTABLE_BITS)
    return cabbage_popcount((x & (0 - x)) - 1);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
    unsigned long index;
    _BitScanForward64(&index, x);
    return (int)index;
#elif defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#else
    return cabbage_popcount((x & (0 - x)) - 1);
#endif
}

/* Index of the highest set bit. x must not be 0. */
static inline int cabbage_highest_bit(uint64_t x)
{
#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64)) && !defined(CABBAGE_PORTABLE_BITS)
    unsigned long index;
    _BitScanReverse64(&index, x);
    return (int)index;
#elif (defined(__GNUC__) || defined(__clang__)) && !defined(CABBAGE_PORTABLE_BITS)
    return 63 - __builtin_clzll(x);
#else
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    x |= x >> 32;
    return cabbage_popcount(x) - 1;
#endif
}

/* Index of the k-th lowest set bit, counting from 0. k must be below popcount(x).
 * The portable branch is the broadword selection of S. Vigna, "Broadword implementation of
 * rank/select queries" (2008), without its table. */
static inline int cabbage_select_bit(uint64_t x, int k)
{
#if defined(CABBAGE_HAS_PDEP)
    return cabbage_lowest_bit(_pdep_u64(1ULL << k, x));
#else
    uint64_t sums = cabbage_byte_counts(x) * CABBAGE_BYTES_LOW; /* inclusive prefix sums */
    uint64_t below = ((((uint64_t)k * CABBAGE_BYTES_LOW) | CABBAGE_BYTES_HIGH) - sums) & CABBAGE_BYTES_HIGH;
    int shift = (int)(((below >> 7) * CABBAGE_BYTES_LOW) >> 56) * 8;
    uint64_t rank = (uint64_t)k - (((sums << 8) >> shift) & 0xFF);
    uint64_t bits = (((x >> shift) & 0xFF) * CABBAGE_BYTES_LOW) & 0x8040201008040201ULL;
    bits = ((bits + 0x7F7F7F7F7F7F7F7FULL) | bits) & CABBAGE_BYTES_HIGH; /* one flag a byte */
    sums = (bits >> 7) * CABBAGE_BYTES_LOW;
    below = (((rank * CABBAGE_BYTES_LOW) | CABBAGE_BYTES_HIGH) - sums) & CABBAGE_BYTES_HIGH;
    return shift + (int)(((below >> 7) * CABBAGE_BYTES_LOW) >> 56);
#endif
}

/* The bits of x at the set bits of mask, moved together at the low end. */
static inline uint64_t cabbage_gather_bits(uint64_t x, uint64_t mask)
{
#if defined(CABBAGE_HAS_PDEP)
    return _pext_u64(x, mask);
#else
    uint64_t gathered = 0, bit;
    for (bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (x & mask & (0 - mask))
            gathered |= bit;
    return gathered;
#endif
}

/* 1 where this processor runs the BMI2 build, and runs it well. AMD before family 19h has PDEP in
 * microcode, slower than the portable code. */
static inline int cabbage_cpu_has_fast_bmi2(void)
{
#if defined(CABBAGE_PORTABLE_BITS)
    return 0;
#elif defined(_MSC_VER) && defined(_M_X64)
    int r[4], family, amd, popcnt, bmi;
    __cpuid(r, 0);
    amd = r[1] == 0x68747541; /* "Auth" */
    if (r[0] < 7)
        return 0;
    __cpuid(r, 1);
    popcnt = (r[2] >> 23) & 1;
    family = ((r[0] >> 8) & 15) + ((r[0] >> 20) & 255);
    __cpuidex(r, 7, 0);
    bmi = ((r[1] >> 3) & 1) & ((r[1] >> 8) & 1);
    return popcnt && bmi && !(amd && family < 0x19);
#elif defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2"))
        return 0;
    return !(__builtin_cpu_is("amdfam15h") || __builtin_cpu_is("amdfam17h"));
#else
    return 0;
#endif
}

#endif
