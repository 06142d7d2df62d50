/* Read-write locks: one word that counts the readers, or is the negative of the writer's number (thread identifier + 1).
 *
 * Neither side is preferred.  As in glibc, a thread that asks for a lock that it holds for writing gets EDEADLK, and
 * unlocking a free lock does nothing.  A timed operation may time out whenever the lock is not available.
 */
#include <errno.h>
#include <pthread.h>
#include "model.h"

static int writer(void)
{
    return -((int)__heddle_self() + 1);
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    STEP_BEGIN();
    lock->__state = 0;
    STEP_END();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    REQUIRE(lock->__state == 0, "a read-write lock is destroyed that is locked");
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    STEP_BEGIN();
    int state = lock->__state;
    int deadlock = state == writer();
    if (!deadlock) {
        AWAIT(state >= 0, -state);
        lock->__state = state + 1;
    }
    STEP_END();
    return deadlock ? EDEADLK : 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    STEP_BEGIN();
    int state = lock->__state;
    int deadlock = state == writer();
    if (!deadlock) {
        AWAIT(state == 0, state < 0 ? -state : 0);
        lock->__state = writer();
    }
    STEP_END();
    return deadlock ? EDEADLK : 0;
}

/* One step: takes the lock if it is available, and returns the state found. */
static int try_read(pthread_rwlock_t *lock)
{
    STEP_BEGIN();
    int state = lock->__state;
    if (state >= 0)
        lock->__state = state + 1;
    STEP_END();
    return state;
}

static int try_write(pthread_rwlock_t *lock)
{
    STEP_BEGIN();
    int state = lock->__state;
    if (state == 0)
        lock->__state = writer();
    STEP_END();
    return state;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return try_read(lock) >= 0 ? 0 : EBUSY;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return try_write(lock) == 0 ? 0 : EBUSY;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    int state = try_read(lock);
    if (state == writer())
        return EDEADLK;
    return state >= 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    int state = try_write(lock);
    if (state == writer())
        return EDEADLK;
    return state == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    STEP_BEGIN();
    int state = lock->__state;
    REQUIRE(state > 0 || state == writer(), "a read-write lock is unlocked that the thread has not locked");
    lock->__state = state > 0 ? state - 1 : 0;
    STEP_END();
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr)
{
    attr->__kind = PTHREAD_RWLOCK_DEFAULT_NP;
    attr->__shared = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr)
{
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    attr->__shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared)
{
    *shared = attr->__shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind)
{
    if (kind < 0 || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    attr->__kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind)
{
    *kind = attr->__kind;
    return 0;
}
