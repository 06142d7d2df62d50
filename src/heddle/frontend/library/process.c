/* The process: its identity, system limits, writing.  Processes and raw system calls are refused. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>
#include <sys/wait.h>
#include "model.h"

/* Any number, but always the same. */
static pid_t process_id;

pid_t getpid(void)
{
    STEP_BEGIN();
    pid_t id = process_id;
    if (id == 0) {
        id = __heddle_nondet_int();
        __heddle_assume(id > 1 && id < 0x3fffffff);
        process_id = id;
    }
    STEP_END();
    return id;
}

pid_t gettid(void)
{
    return getpid() + (pid_t)__heddle_self();
}

long sysconf(int name)
{
    long value = __heddle_nondet_long();
    if (name == _SC_PAGESIZE)
        value = 4096;
    else
        __heddle_assume(value >= -1);
    if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)
        __heddle_assume(value >= 1 && value <= 4096);
    return value;
}

int sched_getcpu(void)
{
    int cpu = __heddle_nondet_int();
    __heddle_assume(cpu >= 0 && cpu < 4096);
    return cpu;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
    return 0;
}

int sched_get_priority_min(int policy)
{
    return policy == SCHED_OTHER ? 0 : 1;
}

int sched_get_priority_max(int policy)
{
    return policy == SCHED_OTHER ? 0 : 99;
}

/* How many of count bytes a transfer moves: none to all, or -1 for an error. */
static ssize_t transferred(size_t count)
{
    ssize_t moved = __heddle_nondet_long();
    if (moved < 0)
        return -1;
    return (size_t)moved < count ? moved : (ssize_t)count;
}

ssize_t write(int fd, const void *buffer, size_t count)
{
    CANCELLATION_POINT();
    return transferred(count);
}

pid_t fork(void)
{
    __heddle_unsupported("fork is not modelled");
    return -1;
}

pid_t wait(int *status)
{
    __heddle_unsupported("processes are not modelled");
    return -1;
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    __heddle_unsupported("processes are not modelled");
    return -1;
}

int system(const char *command)
{
    __heddle_unsupported("system is not modelled");
    return -1;
}

long syscall(long number, ...)
{
    __heddle_unsupported("raw system calls are not modelled");
    return -1;
}
