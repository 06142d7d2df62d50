/* The process: its identity, system limits, reading and writing.  Processes and files are refused. */
#include <errno.h>
#include <fcntl.h>
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

/* The parent is another process, and does not change while nobody ends it. */
pid_t getppid(void)
{
    return getpid() - 1;
}

pid_t gettid(void)
{
    return getpid() + (pid_t)__heddle_self();
}

int getpagesize(void)
{
    return 4096;
}

int nice(int change)
{
    int result = __heddle_nondet_int();
    __heddle_assume(result >= -20 && result < 20);
    return result;
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

/* glibc's name of it, in PTHREAD_STACK_MIN. */
long __sysconf(int name)
{
    return sysconf(name);
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
