/* Included before every program, also before preprocessed ones.
 *
 * It may only contain what cannot clash with a program's own declarations, so it declares no functions: programs
 * declare __VERIFIER_*, __CPROVER_* and __ESBMC_* functions in many ways or not at all (then the call is an implicit
 * declaration, which the frontend accepts).  What is here are words of other tools' C dialects. */
#define __CPROVER_thread_local __thread
#define __CPROVER_bool _Bool
#define __CPROVER_size_t __SIZE_TYPE__
