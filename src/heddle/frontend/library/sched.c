/* Scheduling: policies, priorities and sets of processors change nothing that a verifier of all interleavings could see. */
#include <errno.h>
#include <features.h>
#define __USE_GNU 1
#include <sched.h>
#include <sys/sysinfo.h>
#include <time.h>
#include "model.h"

enum { MOST_PROCESSORS = 4096 };

int sched_yield(void)
{
    return 0;
}

int sched_getcpu(void)
{
    int cpu = __heddle_nondet_int();
    __heddle_assume(cpu >= 0 && cpu < MOST_PROCESSORS);
    return cpu;
}

int getcpu(unsigned *cpu, unsigned *node)
{
    if (cpu)
        *cpu = (unsigned)sched_getcpu();
    if (node)
        *node = (unsigned)sched_getcpu();
    return 0;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
    return 0;
}

/* Any set with a processor in it. */
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    unsigned long all = 0;
    for (size_t i = 0; i < size / sizeof(set->__bits[0]); i++) {
        set->__bits[i] = __heddle_nondet_ulong();
        all |= set->__bits[i];
    }
    __heddle_assume(all != 0);
    return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    int count = 0;
    for (size_t i = 0; i < size / sizeof(set->__bits[0]); i++)
        count += __builtin_popcountl(set->__bits[i]);
    return count;
}

cpu_set_t *__sched_cpualloc(size_t count)
{
    return __heddle_malloc(CPU_ALLOC_SIZE(count));
}

void __sched_cpufree(cpu_set_t *set)
{
    __heddle_free(set);
}

int sched_get_priority_min(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}

int sched_get_priority_max(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

/* Whoever lacks the privilege cannot change policies. */
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param)
{
    if (__heddle_nondet_bool())
        return 0;
    errno = EPERM;
    return -1;
}

int sched_getscheduler(pid_t pid)
{
    int policy = __heddle_nondet_int();
    __heddle_assume(policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR);
    return policy;
}

int sched_setparam(pid_t pid, const struct sched_param *param)
{
    return sched_setscheduler(pid, SCHED_OTHER, param);
}

int sched_getparam(pid_t pid, struct sched_param *param)
{
    param->sched_priority = __heddle_nondet_int();
    return 0;
}

int sched_rr_get_interval(pid_t pid, struct timespec *interval)
{
    interval->tv_sec = 0;
    interval->tv_nsec = __heddle_nondet_long();
    __heddle_assume(interval->tv_nsec >= 0 && interval->tv_nsec < 1000000000);
    return 0;
}

int get_nprocs(void)
{
    int count = __heddle_nondet_int();
    __heddle_assume(count >= 1 && count <= MOST_PROCESSORS);
    return count;
}

int get_nprocs_conf(void)
{
    return get_nprocs();
}
