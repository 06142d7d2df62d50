/* Time.  Sleeping does nothing: a thread may be delayed anywhere by any time.  The time of day is any time (it may be set
 * back between two calls); the other clocks never go back.
 */
#include <limits.h>
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
#include "model.h"

static time_t latest_second;
static long latest_nanosecond;

static void any_time(struct timespec *result)
{
    result->tv_sec = __heddle_nondet_long();
    result->tv_nsec = __heddle_nondet_long();
    __heddle_assume(result->tv_sec >= 0 && result->tv_nsec >= 0 && result->tv_nsec < 1000000000);
}

/* One clock serves as all that never go back. */
static void steady_time(struct timespec *result)
{
    any_time(result);
    STEP_BEGIN();
    __heddle_assume(result->tv_sec > latest_second ||
                    (result->tv_sec == latest_second && result->tv_nsec >= latest_nanosecond));
    latest_second = result->tv_sec;
    latest_nanosecond = result->tv_nsec;
    STEP_END();
}

time_t time(time_t *result)
{
    time_t now = __heddle_nondet_long() & LONG_MAX;
    if (result)
        *result = now;
    return now;
}

int clock_gettime(clockid_t id, struct timespec *result)
{
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)
        any_time(result);
    else
        steady_time(result);
    return 0;
}

int clock_getres(clockid_t id, struct timespec *result)
{
    if (result)
        any_time(result);
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    any_time(result);
    return base;
}

int gettimeofday(struct timeval *result, void *zone)
{
    if (!result)
        return 0;
    result->tv_sec = __heddle_nondet_long();
    result->tv_usec = __heddle_nondet_long();
    __heddle_assume(result->tv_sec >= 0 && result->tv_usec >= 0 && result->tv_usec < 1000000);
    return 0;
}

clock_t clock(void)
{
    struct timespec now;
    steady_time(&now);
    return now.tv_sec;
}

unsigned int sleep(unsigned int seconds)
{
    CANCELLATION_POINT();
    return 0;
}

int usleep(useconds_t microseconds)
{
    CANCELLATION_POINT();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    CANCELLATION_POINT();
    return 0;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *request, struct timespec *remaining)
{
    CANCELLATION_POINT();
    return 0;
}

double difftime(time_t end, time_t begin)
{
    return (double)end - (double)begin;
}
