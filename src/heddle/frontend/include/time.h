/* <time.h>: clocks return any plausible value (library/time.c). */
#ifndef HEDDLE_TIME_H
#define HEDDLE_TIME_H
#include <features.h>
#include <sys/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1
#define TIME_UTC 1
struct timespec { time_t tv_sec; long tv_nsec; };
struct itimerspec { struct timespec it_interval, it_value; };
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
struct tm *localtime_r(const time_t *time, struct tm *result);
struct tm *gmtime_r(const time_t *time, struct tm *result);
time_t mktime(struct tm *time);
char *ctime(const time_t *time);
char *asctime(const struct tm *time);
size_t strftime(char *to, size_t size, const char *format, const struct tm *time);
int clock_getres(clockid_t id, struct timespec *result);
int clock_settime(clockid_t id, const struct timespec *time);
#endif
