/* Spin locks: one word, 0 or 1 (where misuse is checked or deadlocks are looked for, the owner's identifier + 1).  Spinning is waiting. */
#include <errno.h>
#include <pthread.h>
#include "model.h"

#define LOCKED (CHECKED || FOLLOWS_WAITS ? (int)__heddle_self() + 1 : 1)

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    STEP_BEGIN();
    *lock = 0;
    STEP_END();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    REQUIRE(*lock == 0, "a spin lock is destroyed that is locked");
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    STEP_BEGIN();
    int held = *lock;
    AWAIT(held == 0, held);
    *lock = LOCKED;
    STEP_END();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    STEP_BEGIN();
    int available = *lock == 0;
    if (available)
        *lock = LOCKED;
    STEP_END();
    return available ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    STEP_BEGIN();
    REQUIRE(*lock == LOCKED, "a spin lock is unlocked that the thread has not locked");
    *lock = 0;
    STEP_END();
    return 0;
}
