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

void __CPROVER_atomic_begin(void)
{
    STEP_BEGIN();
}

void __CPROVER_atomic_end(void)
{
    STEP_END();
}

/* CBMC names the pairs of accesses that the fence orders; every use in practice names them all or is meant as stronger
 * than needed, so it is a full fence. */
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

void __ESBMC_atomic_begin(void)
{
    STEP_BEGIN();
}

void __ESBMC_atomic_end(void)
{
    STEP_END();
}

void __ESBMC_yield(void)
{
}
