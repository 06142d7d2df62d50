/* The kernel's spin locks and RCU, as <lkmm.h> declares them.
 *
 * RCU: every outermost read-side critical section carries the epoch in which it began; synchronize_rcu starts a new epoch and
 * waits until no section of an older epoch is left.  That is the grace-period guarantee, with full fences; the
 * finer orderings of the kernel's own memory model need a declarative model.  Threads beyond the first THREADS are refused.
 */
#include <lkmm.h>
#include "model.h"

enum { THREADS = 16 };

static unsigned epoch;               /* the number of grace periods begun */
static unsigned section[THREADS];    /* 0 outside critical sections, else the epoch at its begin, plus one */
static _Thread_local int depth;

void spin_lock_init(spinlock_t *lock)
{
    lock->__locked = 0;
}

void spin_lock(spinlock_t *lock)
{
    STEP_BEGIN();
    __heddle_await(lock->__locked == 0);
    lock->__locked = 1;
    STEP_END();
}

void spin_unlock(spinlock_t *lock)
{
    STEP_BEGIN();
    lock->__locked = 0;
    STEP_END();
}

int spin_trylock(spinlock_t *lock)
{
    STEP_BEGIN();
    int available = lock->__locked == 0;
    if (available)
        lock->__locked = 1;
    STEP_END();
    return available;
}

int spin_is_locked(spinlock_t *lock)
{
    return __atomic_load_n(&lock->__locked, __ATOMIC_RELAXED);
}

void rcu_read_lock(void)
{
    unsigned long self = __heddle_self();
    if (self >= THREADS)
        __heddle_unsupported("RCU in more than 16 threads");
    if (depth++ == 0) {
        STEP_BEGIN();
        section[self] = epoch + 1;
        STEP_END();
    }
}

void rcu_read_unlock(void)
{
    if (--depth == 0) {
        STEP_BEGIN();
        section[__heddle_self()] = 0;
        STEP_END();
    }
}

/* Sections older than the new epoch only ever end, so waiting for all of them at once loses no execution. */
void synchronize_rcu(void)
{
    STEP_BEGIN();
    unsigned begun = epoch + 1;
    epoch = begun;
    STEP_END();
    STEP_BEGIN();
    int left = 0;
    for (int thread = 0; thread < THREADS; thread++)
        left |= section[thread] != 0 && section[thread] <= begun;
    __heddle_await(!left);
    STEP_END();
}
