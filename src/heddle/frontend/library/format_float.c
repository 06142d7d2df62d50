/* Floating-point numbers in text: %f, exactly, rounded to even as glibc does.
 *
 * The part behind the point is a fixed-point number of 124 bits in two words; digits come out of it one by one.  Numbers
 * of 2^63 and more, and precisions above 17, are refused.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "model.h"

#define LEFT 1
#define PLUS 2
#define SPACE 4
#define ALTERNATE 8
#define ZERO 16
#define MOST_DECIMALS 17
#define MOST_DIGITS 19

static void put(char *to, size_t room, size_t at, char c)
{
    if (at < room)
        to[at] = c;
}

static uint64_t power_of_ten(int exponent)
{
    uint64_t power = 1;
    for (int i = 0; i < exponent; i++)
        power *= 10;
    return power;
}

/* The first count decimals of rest / 2^scale, rounded; odd: whether the digit before them is. */
static uint64_t decimals_of(uint64_t rest, int scale, int count, int odd)
{
    if (scale > 120)  /* below 2^-67, which rounds to nothing */
        return 0;
    int shift = 124 - scale;
    uint64_t high = shift >= 64 ? rest << (shift - 64) : rest >> (64 - shift), low = shift >= 64 ? 0 : rest << shift;
    uint64_t decimals = 0, half = 1ull << 59;
    for (int i = 0; i < count; i++) {
        uint64_t first = (low & 0xffffffff) * 10, second = (low >> 32) * 10 + (first >> 32);
        low = second << 32 | (first & 0xffffffff);
        high = high * 10 + (second >> 32);
        odd = (int)(high >> 60) & 1;
        decimals = decimals * 10 + (high >> 60);
        high &= (1ull << 60) - 1;
    }
    return decimals + (high > half || (high == half && (low || odd)));
}

static void put_digits(char *to, size_t room, size_t at, uint64_t value, int count, int most)
{
    for (int i = 0; i < most; i++) {
        if (i < count)
            put(to, room, at + (size_t)(count - 1 - i), (char)('0' + value % 10));
        value /= 10;
    }
}

static int put_word(char *to, size_t room, size_t at, char sign, const char *word, int flags, int width)
{
    int length = (sign != 0) + 3, padding = width > length ? width - length : 0;
    size_t begin = flags & LEFT ? at : at + (size_t)padding;
    for (int i = 0; i < width; i++)
        if (i < padding)
            put(to, room, flags & LEFT ? at + (size_t)(length + i) : at + (size_t)i, ' ');
    if (sign)
        put(to, room, begin++, sign);
    for (int i = 0; i < 3; i++)
        put(to, room, begin + (size_t)i, word[i]);
    return length + padding;
}

int __model_put_fixed(char *to, size_t room, size_t at, double number, int flags, int width, int precision)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    int power = (int)(bits >> 52 & 2047);
    uint64_t fraction = bits & 0xfffffffffffff;
    char sign = bits >> 63 ? '-' : flags & PLUS ? '+' : flags & SPACE ? ' ' : 0;
    if (power == 2047)
        return put_word(to, room, at, sign, fraction ? "nan" : "inf", flags, width);
    if (precision < 0)
        precision = 6;
    if (precision > MOST_DECIMALS)
        __heddle_unsupported("a floating-point number with many decimals in a format");
    if (power >= 1023 + 63)
        __heddle_unsupported("a large floating-point number in a format");
    uint64_t scale = power_of_ten(precision);
    uint64_t mantissa = power ? fraction | 1ull << 52 : fraction, whole = mantissa, decimals = 0;
    int exponent = (power ? power : 1) - 1075;
    if (exponent >= 0) {
        whole = mantissa << exponent;
    } else {
        whole = exponent > -64 ? mantissa >> -exponent : 0;
        uint64_t rest = exponent > -64 ? mantissa & ((1ull << -exponent) - 1) : mantissa;
        decimals = decimals_of(rest, -exponent, precision, (int)whole & 1);
        whole += decimals >= scale;
        decimals = decimals >= scale ? 0 : decimals;
    }
    int count = 1;
    uint64_t bound = 10;
    for (int i = 1; i < MOST_DIGITS; i++, bound *= 10)
        count += whole >= bound;
    int point = precision > 0 || flags & ALTERNATE, signs = sign != 0, behind = point + precision;
    if (flags & ZERO && !(flags & LEFT) && width - signs - behind > count)
        count = width - signs - behind;
    int length = signs + count + behind, padding = width > length ? width - length : 0;
    size_t begin = flags & LEFT ? at : at + (size_t)padding;
    for (int i = 0; i < width; i++)
        if (i < padding)
            put(to, room, flags & LEFT ? at + (size_t)(length + i) : at + (size_t)i, ' ');
    if (sign)
        put(to, room, begin, sign);
    put_digits(to, room, begin + (size_t)signs, whole, count, width > MOST_DIGITS ? width : MOST_DIGITS);
    if (point)
        put(to, room, begin + (size_t)(signs + count), '.');
    put_digits(to, room, begin + (size_t)(signs + count + 1), decimals, precision, precision);
    return length + padding;
}
