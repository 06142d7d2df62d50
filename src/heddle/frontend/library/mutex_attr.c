/* Mutex attributes, packed into one word: type in bits 0-1, priority ceiling in bits 12-23, protocol in bits 28-29,
 * process-shared in bit 30.  Only the type has an effect; robust mutexes are refused. */
#include <errno.h>
#include <pthread.h>
#include "model.h"

static void put(pthread_mutexattr_t *attr, int shift, int mask, int value)
{
    attr->__value = (attr->__value & ~(mask << shift)) | (value << shift);
}

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    attr->__value = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type)
{
    if (type < 0 || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    put(attr, 0, 3, type);
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type)
{
    *type = attr->__value & 3;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    put(attr, 30, 1, shared);
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared)
{
    *shared = (attr->__value >> 30) & 1;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    put(attr, 28, 3, protocol);
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol)
{
    *protocol = (attr->__value >> 28) & 3;
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling)
{
    put(attr, 12, 0xfff, ceiling & 0xfff);
    return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling)
{
    *ceiling = (attr->__value >> 12) & 0xfff;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
    if (robust == PTHREAD_MUTEX_ROBUST)
        __heddle_unsupported("robust mutexes are not modelled");
    return robust == PTHREAD_MUTEX_STALLED ? 0 : EINVAL;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
    *robust = PTHREAD_MUTEX_STALLED;
    return 0;
}
