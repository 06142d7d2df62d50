/* Mutexes of every type.
 *
 * A normal mutex is the word __lock, 0 or 1: locking is one read of the kind, one read and one write of the lock.
 * Recursive and error-checking mutexes also keep their owner (thread identifier + 1) and the depth of recursive locking, which mean
 * something only while the mutex is locked.  A normal mutex locked again by its owner blocks for ever; unlocking one that
 * is not locked, or is locked by another thread, unlocks it, as glibc does.  Where misuse is checked, or deadlocks are
 * looked for, the word of a normal mutex that is locked is its owner's identifier + 1; and where misuse is checked,
 * DESTROYED after its end.  Robust mutexes are refused.
 * A timed lock may time out whenever the mutex is held by another thread.
 */
#include <errno.h>
#include <pthread.h>
#include "model.h"

enum { KIND = 3 };  /* the bits of __kind and of an attribute that hold the type: 0 and 3 (adaptive) are normal */

enum { DESTROYED = -1 };

#define LOCKED (CHECKED || FOLLOWS_WAITS ? (int)__heddle_self() + 1 : 1)
#define REQUIRE_ALIVE(lock) REQUIRE((lock) != DESTROYED, "a mutex is used after it was destroyed")

static int is_normal(int kind)
{
    return kind == PTHREAD_MUTEX_NORMAL || kind == PTHREAD_MUTEX_ADAPTIVE_NP;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int kind = attributes ? attributes->__value & KIND : PTHREAD_MUTEX_NORMAL;
    STEP_BEGIN();
    mutex->__lock = 0;
    mutex->__kind = kind;
    STEP_END();
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (CHECKED) {
        STEP_BEGIN();
        int held = mutex->__lock;
        REQUIRE_ALIVE(held);
        REQUIRE(held == 0, "a mutex is destroyed that is locked");
        mutex->__lock = DESTROYED;
        STEP_END();
    }
    return 0;
}

/* Inside a step: takes a recursive or error-checking mutex that is free or already the caller's. */
static int take_owned(pthread_mutex_t *mutex, int kind)
{
    int self = (int)__heddle_self() + 1;
    int held = mutex->__lock;
    REQUIRE_ALIVE(held);
    if (held == 0) {
        mutex->__lock = 1;
        mutex->__owner = self;
        mutex->__count = 1;
        return 0;
    }
    if (mutex->__owner != self)
        return EBUSY;
    if (kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    mutex->__count++;
    return 0;
}

/* Inside a step: gives such a mutex back once. */
static int release_owned(pthread_mutex_t *mutex)
{
    int held = mutex->__lock;
    REQUIRE_ALIVE(held);
    if (held == 0 || mutex->__owner != (int)__heddle_self() + 1)
        return EPERM;
    unsigned left = mutex->__count - 1;
    mutex->__count = left;
    if (left == 0)
        mutex->__lock = 0;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int result = 0;
    STEP_BEGIN();
    int kind = mutex->__kind & KIND;
    if (is_normal(kind)) {
        int held = mutex->__lock;
        REQUIRE_ALIVE(held);
        AWAIT(held == 0, held);
        mutex->__lock = LOCKED;
    } else {
        result = take_owned(mutex, kind);
        AWAIT(result != EBUSY, mutex->__owner);
    }
    STEP_END();
    return result;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int result = 0;
    STEP_BEGIN();
    int kind = mutex->__kind & KIND;
    if (is_normal(kind)) {
        int held = mutex->__lock;
        REQUIRE_ALIVE(held);
        if (held == 0)
            mutex->__lock = LOCKED;
        else
            result = EBUSY;
    } else {
        result = take_owned(mutex, kind);
        if (result == EDEADLK)
            result = EBUSY;
    }
    STEP_END();
    return result;
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
    int result = 0;
    STEP_BEGIN();
    int kind = mutex->__kind & KIND;
    if (is_normal(kind)) {
        int held = mutex->__lock;
        REQUIRE_ALIVE(held);
        if (held == 0)
            mutex->__lock = LOCKED;
        else
            result = EBUSY;
    } else {
        result = take_owned(mutex, kind);
    }
    STEP_END();
    return result == EBUSY ? ETIMEDOUT : result;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
    return pthread_mutex_timedlock(mutex, deadline);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int result = 0;
    STEP_BEGIN();
    if (is_normal(mutex->__kind & KIND)) {
        if (CHECKED) {
            int held = mutex->__lock;
            REQUIRE_ALIVE(held);
            REQUIRE(held == LOCKED, "a mutex is unlocked that the thread has not locked");
        }
        mutex->__lock = 0;
    } else {
        result = release_owned(mutex);
    }
    STEP_END();
    return result;
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    return EINVAL;
}
