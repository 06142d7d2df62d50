/* <sched.h>: scheduling never restricts the interleavings that Heddle explores. */
#ifndef HEDDLE_SCHED_H
#define HEDDLE_SCHED_H
#include <sys/types.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
struct sched_param { int sched_priority; };
typedef struct { unsigned long __bits[1024 / (8 * sizeof(long))]; } cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) ((void)(set))
#define CPU_SET(cpu, set) ((void)(cpu), (void)(set))
int sched_yield(void);
int sched_get_priority_min(int policy);
int sched_get_priority_max(int policy);
int sched_getcpu(void);
int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
#endif
