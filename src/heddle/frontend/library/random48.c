/* Random numbers between 0 and 1: any multiple of 2 to the power of -48. */
#include <stdlib.h>
#include "model.h"

double drand48(void)
{
    unsigned long long bits = (unsigned long long)__heddle_nondet_uint() << 16 | (__heddle_nondet_uint() & 0xffff);
    return bits * 0x1p-48;
}

double erand48(unsigned short state[3])
{
    return drand48();
}
