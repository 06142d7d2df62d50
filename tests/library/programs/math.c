// Exact functions of <math.h>; of two zeros, fmin and fmax give either.
// observe: negative
// outcomes: 0 | 1
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
int negative;
int main(void) {
    double whole;
    int exponent;
    assert(fmin(1, 2) == 1 && fmax(1, 2) == 2 && fmin(NAN, 2) == 2 && fmax(2, NAN) == 2 && isnan(fmax(NAN, NAN)));
    assert(fminf(0.1f, 0.2f) == 0.1f && fmaxf(-INFINITY, 1) == 1 && fdim(3, 1) == 2 && fdim(1, 3) == 0);
    assert(fmod(7, 3) == 1 && fmod(-7, 3) == -1 && fmod(1, 0.1) == 0x1.9999999999996p-4 && fmod(3 * DBL_TRUE_MIN, 2 * DBL_TRUE_MIN) == DBL_TRUE_MIN);
    assert(isnan(fmod(1, 0)) && isnan(fmod(INFINITY, 1)) && fmod(5, INFINITY) == 5 && signbit(fmod(-6, 3)) && fmodf(5.5f, 2) == 1.5f);
    assert(lround(2.5) == 3 && lround(-2.5) == -3 && lrint(2.5) == 2 && llround(-0.4) == 0 && lroundf(0.5f) == 1 && llrint(3.5) == 4);
    assert(modf(-3.25, &whole) == -0.25 && whole == -3 && modf(INFINITY, &whole) == 0 && isinf(whole));
    assert(frexp(12, &exponent) == 0.75 && exponent == 4 && frexp(DBL_TRUE_MIN, &exponent) == 0.5 && exponent == -1073 && frexp(0, &exponent) == 0);
    assert(ldexp(0.75, 4) == 12 && ldexp(1, -1074) == DBL_TRUE_MIN && ldexp(1.5, -1074) == 2 * DBL_TRUE_MIN && isinf(ldexp(1, 5000)) && ldexp(1, -5000) == 0);
    assert(ldexp(DBL_TRUE_MIN, 2097) == 0x1p1023 && scalbnf(3, 2) == 12 && ldexpf(1, -149) == FLT_TRUE_MIN && isinf(ldexpf(1, 128)));
    assert(ilogb(12) == 3 && ilogb(0.1) == -4 && ilogb(0) == FP_ILOGB0 && nextafter(1, 2) == 1 + DBL_EPSILON && nextafter(0, -1) == -DBL_TRUE_MIN);
    assert(nextafter(DBL_MAX, INFINITY) == INFINITY && nextafter(1, 0) == 1 - DBL_EPSILON / 2 && difftime(7, 9) == -2);
    negative = signbit(fmin(0.0, -0.0)) != 0;
}
