/* What the system tells about itself: any plausible numbers. */
#include <errno.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include "model.h"

int prctl(int option, ...)
{
    switch (option) {
    case PR_SET_NAME:
    case PR_SET_PDEATHSIG:
    case PR_SET_DUMPABLE:
    case PR_SET_TIMERSLACK:
    case PR_SET_THP_DISABLE:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_CHILD_SUBREAPER:
        return 0;
    default:
        __heddle_unsupported("this operation of prctl is not modelled");
        return -1;
    }
}

static long amount(void)
{
    long value = __heddle_nondet_long();
    __heddle_assume(value >= 0);
    return value;
}

int sysinfo(struct sysinfo *info)
{
    info->uptime = amount();
    for (int i = 0; i < 3; i++)
        info->loads[i] = __heddle_nondet_ulong();
    info->totalram = __heddle_nondet_ulong();
    info->freeram = __heddle_nondet_ulong();
    info->sharedram = __heddle_nondet_ulong();
    info->bufferram = __heddle_nondet_ulong();
    info->totalswap = __heddle_nondet_ulong();
    info->freeswap = __heddle_nondet_ulong();
    info->totalhigh = __heddle_nondet_ulong();
    info->freehigh = __heddle_nondet_ulong();
    info->procs = (unsigned short)__heddle_nondet_uint();
    info->mem_unit = __heddle_nondet_uint();
    __heddle_assume(info->freeram <= info->totalram && info->freeswap <= info->totalswap && info->mem_unit > 0);
    return 0;
}

int getrlimit(int resource, struct rlimit *limit)
{
    limit->rlim_cur = __heddle_nondet_ulong();
    limit->rlim_max = __heddle_nondet_ulong();
    __heddle_assume(limit->rlim_cur <= limit->rlim_max);
    return 0;
}

int setrlimit(int resource, const struct rlimit *limit)
{
    if (limit->rlim_cur > limit->rlim_max) {
        errno = EINVAL;
        return -1;
    }
    if (__heddle_nondet_bool())
        return 0;
    errno = EPERM;
    return -1;
}

static struct timeval span(void)
{
    struct timeval found = {amount(), amount()};
    __heddle_assume(found.tv_usec < 1000000);
    return found;
}

int getrusage(int who, struct rusage *usage)
{
    usage->ru_utime = span();
    usage->ru_stime = span();
    usage->ru_maxrss = amount();
    usage->ru_minflt = amount();
    usage->ru_majflt = amount();
    usage->ru_inblock = amount();
    usage->ru_oublock = amount();
    usage->ru_nvcsw = amount();
    usage->ru_nivcsw = amount();
    usage->ru_ixrss = usage->ru_idrss = usage->ru_isrss = usage->ru_nswap = 0;
    usage->ru_msgsnd = usage->ru_msgrcv = usage->ru_nsignals = 0;
    return 0;
}

int getpriority(int which, id_t who)
{
    int priority = __heddle_nondet_int();
    __heddle_assume(priority >= PRIO_MIN && priority < PRIO_MAX);
    return priority;
}

int setpriority(int which, id_t who, int priority)
{
    if (__heddle_nondet_bool())
        return 0;
    errno = EACCES;
    return -1;
}

clock_t times(struct tms *times)
{
    times->tms_utime = amount();
    times->tms_stime = amount();
    times->tms_cutime = amount();
    times->tms_cstime = amount();
    return amount();
}

/* Small requests are served as a whole. */
ssize_t getrandom(void *buffer, size_t size, unsigned int flags)
{
    if (size > 256)
        __heddle_unsupported("getrandom of more than 256 bytes is not modelled");
    for (size_t i = 0; i < size; i++)
        ((char *)buffer)[i] = __heddle_nondet_char();
    return (ssize_t)size;
}

int getentropy(void *buffer, size_t size)
{
    getrandom(buffer, size, 0);
    return 0;
}
