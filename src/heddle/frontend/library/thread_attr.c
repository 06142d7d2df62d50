/* Thread attributes and scheduling parameters: kept, but without any effect (detaching and scheduling change nothing that
 * a verifier of all interleavings could see). */
#include <features.h>
#define __USE_GNU 1
#include <errno.h>
#include <heddle.h>
#include <pthread.h>
#include <pthread_np.h>
#include <unistd.h>

int pthread_attr_init(pthread_attr_t *attr)
{
    attr->__detached = PTHREAD_CREATE_JOINABLE;
    attr->__policy = SCHED_OTHER;
    attr->__priority = 0;
    attr->__inherit = PTHREAD_INHERIT_SCHED;
    attr->__scope = PTHREAD_SCOPE_SYSTEM;
    attr->__stack = 0;
    attr->__stack_size = 8 * 1024 * 1024;
    attr->__guard_size = 4096;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attr->__detached = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state)
{
    *state = attr->__detached;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy)
{
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    attr->__policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy)
{
    *policy = attr->__policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param)
{
    attr->__priority = param->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param)
{
    param->sched_priority = attr->__priority;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    attr->__inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit)
{
    *inherit = attr->__inherit;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attr, int scope)
{
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    if (scope != PTHREAD_SCOPE_SYSTEM)
        return EINVAL;
    attr->__scope = scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope)
{
    *scope = attr->__scope;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size)
{
    attr->__stack = stack;
    attr->__stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size)
{
    *stack = attr->__stack;
    *size = attr->__stack_size;
    return 0;
}

int pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack)
{
    attr->__stack = stack;
    return 0;
}

int pthread_attr_getstackaddr(const pthread_attr_t *attr, void **stack)
{
    *stack = attr->__stack;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
    if (size < 16384)
        return EINVAL;
    attr->__stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size)
{
    *size = attr->__stack_size;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size)
{
    attr->__guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size)
{
    *size = attr->__guard_size;
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param)
{
    return 0;
}

/* The scheduler may have changed the parameters since they were set. */
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *param)
{
    int found = __heddle_nondet_int();
    __heddle_assume(found == SCHED_OTHER || found == SCHED_FIFO || found == SCHED_RR);
    *policy = found;
    param->sched_priority = __heddle_nondet_int();
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    return 0;
}

int pthread_setname_np(pthread_t thread, const char *name)
{
    return 0;
}

/* What a thread of the BSDs is called. */
void pthread_set_name_np(pthread_t thread, const char *name)
{
}

/* Linux has no thread with a longer name than 15 characters. */
int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
    if (size < 16)
        return ERANGE;
    for (int i = 0; i < 15; i++)
        name[i] = __heddle_nondet_char();
    name[15] = 0;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    return sched_getaffinity(0, size, set);
}

int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size, const cpu_set_t *set)
{
    return 0;
}

int pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t size, cpu_set_t *set)
{
    return sched_getaffinity(0, size, set);
}

int pthread_getthreadid_np(void)
{
    return gettid();
}

int pthread_main_np(void)
{
    return __heddle_self() == 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
    return 0;
}

int pthread_setconcurrency(int level)
{
    return 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

/* fork itself is refused, so handlers for it never run. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    return 0;
}
