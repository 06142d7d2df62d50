/* What programs made by csmith include: arithmetic without undefined behaviour, and a checksum of the final state.
 *
 * Heddle's own, in the place of csmith's runtime: an operation whose result C does not define gives its left operand.
 * With -DCHECKSUM=N the end of main asserts that the checksum is N; without it, main prints the checksum. */
#ifndef HEDDLE_CSMITH_H
#define HEDDLE_CSMITH_H

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- arithmetic ------------------------------------------------------------------------------------------------- */

#define CSMITH_SIGNED(T, MIN, MAX)                                                                                     \
    static T safe_unary_minus_func_##T##_s(T a) { return a == MIN ? a : -a; }                                          \
    static T safe_add_func_##T##_s_s(T a, T b)                                                                         \
    {                                                                                                                  \
        return (b > 0 && a > MAX - b) || (b < 0 && a < MIN - b) ? a : a + b;                                           \
    }                                                                                                                  \
    static T safe_sub_func_##T##_s_s(T a, T b)                                                                         \
    {                                                                                                                  \
        return (b < 0 && a > MAX + b) || (b > 0 && a < MIN + b) ? a : a - b;                                           \
    }                                                                                                                  \
    static T safe_mul_func_##T##_s_s(T a, T b)                                                                         \
    {                                                                                                                  \
        if (a > 0 ? (b > 0 ? a > MAX / b : b < MIN / a) : (b > 0 ? a < MIN / b : a != 0 && b < MAX / a))               \
            return a;                                                                                                  \
        return a * b;                                                                                                  \
    }                                                                                                                  \
    static T safe_div_func_##T##_s_s(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : a / b; }                 \
    static T safe_mod_func_##T##_s_s(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : a % b; }                 \
    CSMITH_SHIFTS(T, s, a < 0, MAX)

#define CSMITH_UNSIGNED(T, MAX, WIDER)                                                                                 \
    static T safe_unary_minus_func_##T##_u(T a) { return -a; }                                                         \
    static T safe_add_func_##T##_u_u(T a, T b) { return a + b; }                                                       \
    static T safe_sub_func_##T##_u_u(T a, T b) { return a - b; }                                                       \
    static T safe_mul_func_##T##_u_u(T a, T b) { return (WIDER)a * (WIDER)b; }                                         \
    static T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : a / b; }                                          \
    static T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : a % b; }                                          \
    CSMITH_SHIFTS(T, u, 0, MAX)

/* Shift counts come as int or as unsigned. */
#define CSMITH_SHIFTS(T, KIND, NEGATIVE, MAX)                                                                          \
    CSMITH_SHIFT(T, KIND##_s, int, NEGATIVE || b < 0, MAX)                                                             \
    CSMITH_SHIFT(T, KIND##_u, unsigned, NEGATIVE, MAX)

#define CSMITH_SHIFT(T, KIND, COUNT, NEGATIVE, MAX)                                                                    \
    static T safe_lshift_func_##T##_##KIND(T a, COUNT b)                                                               \
    {                                                                                                                  \
        return NEGATIVE || b >= (COUNT)(8 * sizeof a) || a > MAX >> b ? a : a << b;                                    \
    }                                                                                                                  \
    static T safe_rshift_func_##T##_##KIND(T a, COUNT b)                                                               \
    {                                                                                                                  \
        return NEGATIVE || b >= (COUNT)(8 * sizeof a) ? a : a >> b;                                                    \
    }

CSMITH_SIGNED(int8_t, INT8_MIN, INT8_MAX)
CSMITH_SIGNED(int16_t, INT16_MIN, INT16_MAX)
CSMITH_SIGNED(int32_t, INT32_MIN, INT32_MAX)
CSMITH_SIGNED(int64_t, INT64_MIN, INT64_MAX)
CSMITH_UNSIGNED(uint8_t, UINT8_MAX, unsigned)
CSMITH_UNSIGNED(uint16_t, UINT16_MAX, unsigned)
CSMITH_UNSIGNED(uint32_t, UINT32_MAX, uint32_t)
CSMITH_UNSIGNED(uint64_t, UINT64_MAX, uint64_t)

static float safe_add_func_float_f_f(float a, float b) { return a + b; }
static float safe_sub_func_float_f_f(float a, float b) { return a - b; }
static float safe_mul_func_float_f_f(float a, float b) { return a * b; }
static float safe_div_func_float_f_f(float a, float b) { return b == 0 ? a : a / b; }

/* --- builtins whose result for zero is not defined ----------------------------------------------------------------- */

#define CSMITH_COUNT(NAME, T)                                                                                          \
    static int safe_##NAME(T a) { return a ? __builtin_##NAME(a) : (int)(8 * sizeof a); }
CSMITH_COUNT(clz, unsigned)
CSMITH_COUNT(clzl, unsigned long)
CSMITH_COUNT(clzll, unsigned long long)
CSMITH_COUNT(ctz, unsigned)
CSMITH_COUNT(ctzl, unsigned long)
CSMITH_COUNT(ctzll, unsigned long long)
#define __builtin_clz safe_clz
#define __builtin_clzl safe_clzl
#define __builtin_clzll safe_clzll
#define __builtin_ctz safe_ctz
#define __builtin_ctzl safe_ctzl
#define __builtin_ctzll safe_ctzll

/* --- the checksum ---------------------------------------------------------------------------------------------------- */

static uint64_t crc32_context;

/* Each step is one-to-one in the checksum so far: what differs once stays different. */
static void transparent_crc(uint64_t value, const char *name, int print)
{
    crc32_context = (crc32_context ^ value) * 0x9E3779B97F4A7C15ULL;
    crc32_context ^= crc32_context >> 32;
}

static void transparent_crc_bytes(const void *start, int length, const char *name, int print)
{
    for (int i = 0; i < length; i++)
        transparent_crc(((const unsigned char *)start)[i], name, print);
}

static void crc32_gentab(void) {}
static void platform_main_begin(void) {}

/* With -DSTEPS=N (and gcc's -fsanitize-coverage=trace-pc) a program that passes more than N branches ends: it is too long. */
#ifdef STEPS
#include <stdlib.h>
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
    static long steps;
    if (++steps > STEPS)
        _Exit(3);
}
#endif

static void platform_main_end(uint64_t checksum, int print)
{
#ifdef CHECKSUM
    assert(checksum == CHECKSUM);
#else
    printf("%llu\n", (unsigned long long)checksum);
#endif
}

#endif
