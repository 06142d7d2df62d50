/* <math.h>.  What is not computed exactly (sin, exp, pow) is declared, but has no model. */
#ifndef HEDDLE_MATH_H
#define HEDDLE_MATH_H

typedef float float_t;
typedef double double_t;

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)

#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)

/* Of double, float and long double. */
#define __HEDDLE_UNARY(name) double name(double); float name##f(float); long double name##l(long double);
#define __HEDDLE_BINARY(name)                                                                                          \
    double name(double, double); float name##f(float, float); long double name##l(long double, long double);

__HEDDLE_UNARY(acos) __HEDDLE_UNARY(acosh) __HEDDLE_UNARY(asin) __HEDDLE_UNARY(asinh) __HEDDLE_UNARY(atan)
__HEDDLE_UNARY(atanh) __HEDDLE_UNARY(cbrt) __HEDDLE_UNARY(ceil) __HEDDLE_UNARY(cos) __HEDDLE_UNARY(cosh)
__HEDDLE_UNARY(erf) __HEDDLE_UNARY(erfc) __HEDDLE_UNARY(exp) __HEDDLE_UNARY(exp2) __HEDDLE_UNARY(expm1)
__HEDDLE_UNARY(fabs) __HEDDLE_UNARY(floor) __HEDDLE_UNARY(lgamma) __HEDDLE_UNARY(log) __HEDDLE_UNARY(log10)
__HEDDLE_UNARY(log1p) __HEDDLE_UNARY(log2) __HEDDLE_UNARY(logb) __HEDDLE_UNARY(nearbyint) __HEDDLE_UNARY(rint)
__HEDDLE_UNARY(round) __HEDDLE_UNARY(roundeven) __HEDDLE_UNARY(sin) __HEDDLE_UNARY(sinh) __HEDDLE_UNARY(sqrt)
__HEDDLE_UNARY(tan) __HEDDLE_UNARY(tanh) __HEDDLE_UNARY(tgamma) __HEDDLE_UNARY(trunc)
__HEDDLE_BINARY(atan2) __HEDDLE_BINARY(copysign) __HEDDLE_BINARY(fdim) __HEDDLE_BINARY(fmax) __HEDDLE_BINARY(fmin)
__HEDDLE_BINARY(fmod) __HEDDLE_BINARY(hypot) __HEDDLE_BINARY(nextafter) __HEDDLE_BINARY(pow) __HEDDLE_BINARY(remainder)

double fma(double x, double y, double z);
float fmaf(float x, float y, float z);
double frexp(double x, int *exponent);
float frexpf(float x, int *exponent);
double ldexp(double x, int exponent);
float ldexpf(float x, int exponent);
double scalbn(double x, int exponent);
float scalbnf(float x, int exponent);
double modf(double x, double *whole);
float modff(float x, float *whole);
int ilogb(double x);
int ilogbf(float x);
long lrint(double x);
long lrintf(float x);
long lround(double x);
long lroundf(float x);
long long llrint(double x);
long long llrintf(float x);
long long llround(double x);
long long llroundf(float x);
double nan(const char *tag);
float nanf(const char *tag);
void sincos(double x, double *sine, double *cosine);

#endif
