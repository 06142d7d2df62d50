/* The rest of <stdlib.h>: ends of the program, integers, numbers from text, random numbers.
 *
 * getenv may find nothing; what it would find is refused, as are exit handlers.  Numbers in strings may have up to nine
 * digits, five in bases above ten (so that none overflows), longer ones are refused.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include "model.h"

void abort(void)
{
    __heddle_exit();
}

void exit(int status)
{
    __heddle_exit();
}

void _exit(int status)
{
    __heddle_exit();
}

void _Exit(int status)
{
    __heddle_exit();
}

void quick_exit(int status)
{
    __heddle_exit();
}

int atexit(void (*function)(void))
{
    __heddle_unsupported("atexit is not modelled");
    return 0;
}

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

static int digit(int c)
{
    if (isdigit(c))
        return c - '0';
    if (isalpha(c))
        return tolower(c) - 'a' + 10;
    return 99;
}

static unsigned long long parse(const char *text, char **end, int base, int *negative)
{
    const char *p = text;
    while (isspace((unsigned char)*p))
        p++;
    *negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit((unsigned char)p[2]) < 16) {
        base = 16;
        p += 2;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    unsigned long long value = 0;
    int digits = 0;
    for (; digit((unsigned char)*p) < base; p++) {
        value = value * (unsigned)base + (unsigned)digit((unsigned char)*p);
        digits++;
    }
    if (digits > (base <= 10 ? 9 : 5))
        __heddle_unsupported("a number of many digits in a string");
    if (end)
        *end = (char *)(digits ? p : text);
    return value;
}

long long strtoll(const char *text, char **end, int base)
{
    int negative;
    long long value = (long long)parse(text, end, base, &negative);
    return negative ? -value : value;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    return (unsigned long long)strtoll(text, end, base);
}

long strtol(const char *text, char **end, int base)
{
    return (long)strtoll(text, end, base);
}

unsigned long strtoul(const char *text, char **end, int base)
{
    return (unsigned long)strtoll(text, end, base);
}

int atoi(const char *text)
{
    return (int)strtoll(text, 0, 10);
}

long atol(const char *text)
{
    return (long)strtoll(text, 0, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, 0, 10);
}

char *getenv(const char *name)
{
    if (__heddle_nondet_bool())
        __heddle_unsupported("the value of an environment variable is not modelled");
    return 0;
}
