/* The functions of <math.h> that can be computed exactly and are more than one operation (those are in the frontend).
 *
 * Where the standard leaves a choice (the sign of a zero that fmin gives), both are possible.  errno and the flags of
 * <fenv.h> stay as they are.
 */
#include <math.h>
#include "model.h"

/* A number taken apart: sign, exponent and fraction are bits of its pattern. */
union __model_double {
    double number;
    unsigned long long bits;
};
#define DIGITS 52
#define BIAS 1023
#define EXPONENT(bits) ((int)((bits) >> DIGITS & 2047))
#define EXPONENT_BITS (2047ULL << DIGITS)
#define SIGN_BIT (1ULL << 63)

double fmin(double x, double y)
{
    if (isnan(x))
        return y;
    if (isnan(y))
        return x;
    if (x == y && signbit(x) != signbit(y))
        return __heddle_nondet_bool() ? x : y;
    return y < x ? y : x;
}

double fmax(double x, double y)
{
    if (isnan(x))
        return y;
    if (isnan(y))
        return x;
    if (x == y && signbit(x) != signbit(y))
        return __heddle_nondet_bool() ? x : y;
    return x < y ? y : x;
}

double fdim(double x, double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x > y ? x - y : 0.0;
}

float fminf(float x, float y)
{
    return (float)fmin(x, y);
}

float fmaxf(float x, float y)
{
    return (float)fmax(x, y);
}

float fdimf(float x, float y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x > y ? x - y : 0.0f;
}

/* The rest of a division, by one subtraction for each bit of the quotient. */
double fmod(double x, double y)
{
    if (isnan(x) || isnan(y) || isinf(x) || y == 0)
        return (x * y) / (x * y);
    double divisor = fabs(y), rest = fabs(x);
    while (rest >= divisor) {
        double part = divisor;
        while (part <= rest - part) /* which is exact where it matters */
            part *= 2;
        rest -= part;
    }
    return copysign(rest, x);
}

float fmodf(float x, float y)
{
    return (float)fmod(x, y);
}

long lround(double x)
{
    return (long)round(x);
}

long lroundf(float x)
{
    return (long)roundf(x);
}

long long llround(double x)
{
    return (long long)round(x);
}

long long llroundf(float x)
{
    return (long long)roundf(x);
}

long lrint(double x)
{
    return (long)rint(x);
}

long lrintf(float x)
{
    return (long)rintf(x);
}

long long llrint(double x)
{
    return (long long)rint(x);
}

long long llrintf(float x)
{
    return (long long)rintf(x);
}

double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(isinf(x) ? 0.0 : x - *whole, x);
}

float modff(float x, float *whole)
{
    *whole = truncf(x);
    return copysignf(isinf(x) ? 0.0f : x - *whole, x);
}

double frexp(double x, int *exponent)
{
    union __model_double given = {x};
    *exponent = 0;
    if (x == 0 || !isfinite(x))
        return x;
    int lifted = 0;
    if (EXPONENT(given.bits) == 0) {
        given.number = x * 0x1p64;
        lifted = 64;
    }
    *exponent = EXPONENT(given.bits) - (BIAS - 1) - lifted;
    given.bits = (given.bits & ~EXPONENT_BITS) | (unsigned long long)(BIAS - 1) << DIGITS;
    return given.number;
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

/* 2 to the power of a number that is an exponent of double. */
static double __model_power(int exponent)
{
    union __model_double power;
    power.bits = (unsigned long long)(BIAS + exponent) << DIGITS;
    return power.number;
}

/* In three steps at most, of which only the last one rounds: a number with many digits left does not become subnormal in
 * between. */
double scalbn(double x, int exponent)
{
    if (exponent > 1023) {
        x *= 0x1p1023;
        exponent -= 1023;
        if (exponent > 1023) {
            x *= 0x1p1023;
            exponent = exponent - 1023 > 1023 ? 1023 : exponent - 1023;
        }
    } else if (exponent < -1022) {
        x *= 0x1p-969;
        exponent += 969;
        if (exponent < -1022) {
            x *= 0x1p-969;
            exponent = exponent + 969 < -1022 ? -1022 : exponent + 969;
        }
    }
    return x * __model_power(exponent);
}

double ldexp(double x, int exponent)
{
    return scalbn(x, exponent);
}

/* Exact as a double, but for numbers that are too small or too large for float in any case. */
float scalbnf(float x, int exponent)
{
    return (float)scalbn(x, exponent < -700 ? -700 : exponent);
}

float ldexpf(float x, int exponent)
{
    return scalbnf(x, exponent);
}

int ilogb(double x)
{
    int exponent;
    if (x == 0)
        return FP_ILOGB0;
    if (isnan(x))
        return FP_ILOGBNAN;
    if (isinf(x))
        return 2147483647;
    frexp(x, &exponent);
    return exponent - 1;
}

int ilogbf(float x)
{
    return ilogb(x);
}

double nextafter(double x, double y)
{
    union __model_double next = {x};
    if (isnan(x) || isnan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        next.bits = 1 | (signbit(y) ? SIGN_BIT : 0);
    else if ((x < y) == (x > 0))
        next.bits++;
    else
        next.bits--;
    return next.number;
}
