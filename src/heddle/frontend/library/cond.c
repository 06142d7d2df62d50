/* Condition variables.
 *
 * Waiting is two steps: release the mutex, then take it again.  POSIX lets a wait wake up spuriously, so a wake-up needs no
 * signal and a signal adds no behaviour: for reachability, signal and broadcast need do nothing but order memory, and the
 * condition variable itself holds no state.  (A search for deadlocks would have to know who waits for which signal.)
 */
#include <errno.h>
#include <pthread.h>
#include "model.h"

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes)
{
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *cond)
{
    return 0;
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    int error = pthread_mutex_unlock(mutex);
    if (error)
        return error;
    pthread_mutex_lock(mutex);
    CANCELLATION_POINT();  /* POSIX: a cancelled waiter holds the mutex when its cleanup handlers run */
    return 0;
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *deadline)
{
    int error = pthread_cond_wait(cond, mutex);
    if (error)
        return error;
    return __heddle_nondet_bool() ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
    return pthread_cond_timedwait(cond, mutex, deadline);
}

int pthread_cond_signal(pthread_cond_t *cond)
{
    __heddle_fence("full");
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    __heddle_fence("full");
    return 0;
}

/* Attributes: process-shared in bit 0, the clock in the bits above; without effect. */
int pthread_condattr_init(pthread_condattr_t *attr)
{
    attr->__value = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    attr->__value = (attr->__value & ~1) | shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared)
{
    *shared = attr->__value & 1;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    attr->__value = (attr->__value & 1) | clock << 1;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock)
{
    *clock = attr->__value >> 1;
    return 0;
}
