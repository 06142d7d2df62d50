/* The C dialects of CBMC and ESBMC. */
#include "model.h"

void __CPROVER_assume(_Bool condition)
{
    __heddle_assume(condition);
}

void __CPROVER_assert(_Bool condition, const char *message)
{
    __heddle_assert(condition, "__CPROVER_assert");
}

void __CPROVER_precondition(_Bool condition, const char *message)
{
    __heddle_assert(condition, "__CPROVER_precondition");
}

/* CBMC names the pairs of accesses that the fence orders (all of them in every program known to us); the names are not
 * looked at, it is taken as a full fence. */
void __CPROVER_fence(const char *kind, ...)
{
    __heddle_fence("full");
}

void __CPROVER_cover(_Bool condition)
{
}

void __ESBMC_assume(_Bool condition)
{
    __heddle_assume(condition);
}

void __ESBMC_assert(_Bool condition, const char *message)
{
    __heddle_assert(condition, "__ESBMC_assert");
}

void __ESBMC_yield(void)
{
}
