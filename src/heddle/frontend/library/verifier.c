/* SV-COMP's functions and the ways in which an assertion fails, for programs that do not define them themselves.
 * (The frontend knows __VERIFIER_atomic_begin and __VERIFIER_atomic_end, and CBMC's and ESBMC's, itself.) */
#include "model.h"

void __VERIFIER_error(void)
{
    __heddle_assert(0, "__VERIFIER_error() is called");
    __heddle_exit();
}

void reach_error(void)
{
    __heddle_assert(0, "reach_error() is called");
    __heddle_exit();
}

/* POET's name for a failed assertion. */
void __poet_fail(void)
{
    __heddle_assert(0, "__poet_fail() is called");
    __heddle_exit();
}

void __VERIFIER_assert(int condition)
{
    __heddle_assert(condition, "__VERIFIER_assert");
}

void __VERIFIER_assume(int condition)
{
    __heddle_assume(condition);
}

void assume_abort_if_not(int condition)
{
    __heddle_assume(condition);
}

/* assert used as a function: the program forgot to include <assert.h>. */
void assert(int condition)
{
    __heddle_assert(condition, "assert");
}

/* What the assert macros of other C libraries call: glibc and musl, Apple, Windows, older ones. */
void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
{
    __heddle_assert(0, "assertion");
    __heddle_exit();
}

void __assert_perror_fail(int error, const char *file, unsigned int line, const char *function)
{
    __heddle_assert(0, "assertion");
    __heddle_exit();
}

void __assert_rtn(const char *function, const char *file, int line, const char *assertion)
{
    __heddle_assert(0, "assertion");
    __heddle_exit();
}

void __assert(const char *assertion, const char *file, int line)
{
    __heddle_assert(0, "assertion");
    __heddle_exit();
}

void __assert2(const char *file, int line, const char *function, const char *assertion)
{
    __heddle_assert(0, "assertion");
    __heddle_exit();
}

void __assert_func(const char *file, int line, const char *function, const char *assertion)
{
    __heddle_assert(0, "assertion");
    __heddle_exit();
}

void _assert(const char *assertion, const char *file, unsigned int line)
{
    __heddle_assert(0, "assertion");
    __heddle_exit();
}
