/* Barriers: the last of __count threads to arrive starts a new generation, which releases the others; so a barrier can be
 * used again at once.  The last one to arrive gets PTHREAD_BARRIER_SERIAL_THREAD (POSIX lets it be any one of them). */
#include <errno.h>
#include <pthread.h>
#include "model.h"

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned int count)
{
    if (count == 0)
        return EINVAL;
    STEP_BEGIN();
    barrier->__count = count;
    barrier->__arrived = 0;
    barrier->__generation = 0;
    STEP_END();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    REQUIRE(barrier->__arrived == 0, "a barrier is destroyed at which a thread waits");
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    STEP_BEGIN();
    REQUIRE(barrier->__count != 0, "a thread waits at a barrier that is not initialized");
    unsigned arrived = barrier->__arrived + 1;
    unsigned generation = barrier->__generation;
    int last = arrived == barrier->__count;
    if (last)
        barrier->__generation = generation + 1;
    barrier->__arrived = last ? 0 : arrived;
    STEP_END();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    STEP_BEGIN();
    __heddle_await(barrier->__generation != generation);
    STEP_END();
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr)
{
    attr->__value = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr)
{
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    attr->__value = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared)
{
    *shared = attr->__value;
    return 0;
}
