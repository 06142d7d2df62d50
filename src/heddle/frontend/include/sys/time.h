/* <sys/time.h> */
#ifndef HEDDLE_SYS_TIME_H
#define HEDDLE_SYS_TIME_H
#include <sys/types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(struct timeval *result, void *zone);
#endif
