/* Condition variables.
 *
 * Waiting is two steps: release the mutex, then take it again.  POSIX lets a wait wake up spuriously, so a wake-up needs no
 * signal and a signal adds no behaviour: for reachability, signal and broadcast need do nothing but order memory, and the
 * condition variable itself holds no state.
 *
 * A search for deadlocks has to know who waits for which signal: a wake-up may be spurious, but nobody can rely on that.
 * There every thread tells what it waits for; a signal picks any one of those who wait, a broadcast starts a new
 * generation, which releases all of the one before.  A wait that can time out needs no signal.
 */
#include <errno.h>
#include <pthread.h>
#include "model.h"

#if FOLLOWS_WAITS
enum { MOST_THREADS = 16 };
static struct { pthread_cond_t *cond; unsigned generation; } sleepers[MOST_THREADS];

/* Inside a step. */
static int sleeps(unsigned long thread, pthread_cond_t *cond)
{
    return sleepers[thread].cond == cond && sleepers[thread].generation == cond->__generation;
}

/* Inside a step. */
static void wake(unsigned long thread, pthread_cond_t *cond)
{
    sleepers[thread].cond = 0;
    cond->__waiting--;
}

/* One step: from now on signals count. */
int __model_fall_asleep(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    unsigned long self = __heddle_self();
    if (self >= MOST_THREADS)
        __heddle_unsupported("waits for condition variables in more than 16 threads, where deadlocks are looked for");
    STEP_BEGIN();
    int error = pthread_mutex_unlock(mutex);
    if (!error) {
        sleepers[self].cond = cond;
        sleepers[self].generation = cond->__generation;
        cond->__waiting++;
    }
    STEP_END();
    return error;
}

static void await_signal(pthread_cond_t *cond)
{
    unsigned long self = __heddle_self();
    int spurious = __heddle_nondet_bool();
    STEP_BEGIN();
    int asleep = sleeps(self, cond);
    AWAIT(!asleep || spurious || IS_CANCELLED(), 0);
    if (asleep)
        wake(self, cond);
    STEP_END();
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes)
{
    STEP_BEGIN();
    cond->__waiting = 0;
    STEP_END();
    return 0;
}

int pthread_cond_signal(pthread_cond_t *cond)
{
    STEP_BEGIN();
    int searching = cond->__waiting != 0;
    for (unsigned long i = 0; i < MOST_THREADS; i++)
        if (searching && sleeps(i, cond) && __heddle_nondet_bool()) {
            wake(i, cond);
            searching = 0;
        }
    __heddle_assume(!searching);
    STEP_END();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    STEP_BEGIN();
    cond->__waiting = 0;
    cond->__generation++;
    STEP_END();
    return 0;
}
#else
#define __model_fall_asleep(cond, mutex) pthread_mutex_unlock(mutex)
#define await_signal(cond) ((void)(cond))

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes)
{
    return 0;
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
#endif

int pthread_cond_destroy(pthread_cond_t *cond)
{
    return 0;
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    int error = __model_fall_asleep(cond, mutex);
    if (error)
        return error;
    await_signal(cond);
    pthread_mutex_lock(mutex);
    CANCELLATION_POINT();  /* POSIX: a cancelled waiter holds the mutex when its cleanup handlers run */
    return 0;
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *deadline)
{
    int error = pthread_mutex_unlock(mutex);
    if (error)
        return error;
    pthread_mutex_lock(mutex);
    CANCELLATION_POINT();
    return __heddle_nondet_bool() ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
    return pthread_cond_timedwait(cond, mutex, deadline);
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
