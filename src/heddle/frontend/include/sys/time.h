/* <sys/time.h> */
#ifndef HEDDLE_SYS_TIME_H
#define HEDDLE_SYS_TIME_H
#include <features.h>
#include <sys/types.h>
#include <time.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
struct itimerval { struct timeval it_interval, it_value; };
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
int gettimeofday(struct timeval *result, void *zone);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int setitimer(int which, const struct itimerval *value, struct itimerval *old);
int getitimer(int which, struct itimerval *value);
#include <sys/select.h>
#ifdef __USE_MISC
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(left, right, op) \
    ((left)->tv_sec == (right)->tv_sec ? (left)->tv_usec op (right)->tv_usec : (left)->tv_sec op (right)->tv_sec)
#define timeradd(left, right, result) \
    do { \
        (result)->tv_sec = (left)->tv_sec + (right)->tv_sec; \
        (result)->tv_usec = (left)->tv_usec + (right)->tv_usec; \
        if ((result)->tv_usec >= 1000000) { \
            (result)->tv_sec++; \
            (result)->tv_usec -= 1000000; \
        } \
    } while (0)
#define timersub(left, right, result) \
    do { \
        (result)->tv_sec = (left)->tv_sec - (right)->tv_sec; \
        (result)->tv_usec = (left)->tv_usec - (right)->tv_usec; \
        if ((result)->tv_usec < 0) { \
            (result)->tv_sec--; \
            (result)->tv_usec += 1000000; \
        } \
    } while (0)
#endif
#ifdef __USE_GNU
#define TIMEVAL_TO_TIMESPEC(from, to) ((void)((to)->tv_sec = (from)->tv_sec, (to)->tv_nsec = (from)->tv_usec * 1000))
#define TIMESPEC_TO_TIMEVAL(to, from) ((void)((to)->tv_sec = (from)->tv_sec, (to)->tv_usec = (from)->tv_nsec / 1000))
#endif
#endif
