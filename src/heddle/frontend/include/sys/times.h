/* <sys/times.h> */
#ifndef HEDDLE_SYS_TIMES_H
#define HEDDLE_SYS_TIMES_H
#include <sys/types.h>
struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };
clock_t times(struct tms *times);
#endif
