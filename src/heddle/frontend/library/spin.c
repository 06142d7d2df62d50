/* Spin locks: one word, 0 or 1.  Spinning is waiting. */
#include <errno.h>
#include <pthread.h>
#include "model.h"

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    STEP_BEGIN();
    *lock = 0;
    STEP_END();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    STEP_BEGIN();
    __heddle_await(*lock == 0);
    *lock = 1;
    STEP_END();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    STEP_BEGIN();
    int available = *lock == 0;
    if (available)
        *lock = 1;
    STEP_END();
    return available ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    STEP_BEGIN();
    *lock = 0;
    STEP_END();
    return 0;
}
