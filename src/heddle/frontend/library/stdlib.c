/* The rest of <stdlib.h>: integers and random numbers. */
#include <stdlib.h>
#include "model.h"

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

div_t div(int dividend, int divisor)
{
    div_t result = {dividend / divisor, dividend % divisor};
    return result;
}

ldiv_t ldiv(long dividend, long divisor)
{
    ldiv_t result = {dividend / divisor, dividend % divisor};
    return result;
}

/* Any number, also for a fixed seed. */
int rand(void)
{
    return __heddle_nondet_int() & RAND_MAX;
}

void srand(unsigned int seed)
{
}

int rand_r(unsigned int *seed)
{
    *seed = __heddle_nondet_uint();
    return rand();
}

long random(void)
{
    return rand();
}

void srandom(unsigned int seed)
{
}

long lrand48(void)
{
    return rand();
}

void srand48(long seed)
{
}

lldiv_t lldiv(long long dividend, long long divisor)
{
    lldiv_t result = {dividend / divisor, dividend % divisor};
    return result;
}

long mrand48(void)
{
    return __heddle_nondet_int();
}

unsigned arc4random(void)
{
    return __heddle_nondet_uint();
}
