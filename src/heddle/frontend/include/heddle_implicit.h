/* Included before every program, also before preprocessed ones.
 *
 * It may only contain what cannot clash with a program's own declarations, so it declares no functions: programs
 * declare __VERIFIER_*, __CPROVER_* and __ESBMC_* functions in many ways or not at all (then the call is an implicit
 * declaration, which the frontend accepts).  What is here are words of other tools' C dialects, and of GCC, that clang does not know. */
#define __CPROVER_thread_local __thread
#define __CPROVER_bool _Bool
#define __CPROVER_size_t __SIZE_TYPE__

/* glibc's headers, and programs preprocessed with them, use what GCC 7 and 11 have: types of TS 18661-3, and the function
 * that frees what another one allocated as arguments of an attribute. */
#define _Float32 float
#define _Float64 double
#define _Float32x double
#define _Float64x long double
#if defined(__x86_64__) || defined(__i386__)
#define _Float128 __float128
#else
#define _Float128 long double
#endif
#define __malloc__(...) __malloc__
