/* <time.h>: clocks return any plausible value (library/time.c). */
#ifndef HEDDLE_TIME_H
#define HEDDLE_TIME_H
#include <sys/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define TIME_UTC 1
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
time_t time(time_t *result);
clock_t clock(void);
int clock_gettime(clockid_t id, struct timespec *result);
int timespec_get(struct timespec *result, int base);
int nanosleep(const struct timespec *duration, struct timespec *remaining);
int clock_nanosleep(clockid_t id, int flags, const struct timespec *request, struct timespec *remaining);
double difftime(time_t end, time_t begin);
struct tm *localtime(const time_t *time);
struct tm *gmtime(const time_t *time);
#endif
