/* A spin lock by compare-and-swap, with an exponential backoff that gives up the processor; primitives from a header with
   two ports.  -DNO_UNLOCK_FENCE: what is written in the critical section may come after the unlock. */
#include <sched.h>
#include "pr.h"
#include "validate.h"

struct spinlock_cas {
    unsigned int value;
} PR_ALIGNED;
typedef struct spinlock_cas spinlock_cas_t;

#define SPINLOCK_CAS_INITIALIZER { false }

static inline void spinlock_cas_lock(struct spinlock_cas *lock)
{
    while (pr_cas_uint(&lock->value, false, true) == false) {
        while (pr_load_uint(&lock->value) == true)
            pr_stall();
    }
    pr_fence_acquire();
}

static inline bool spinlock_cas_trylock(struct spinlock_cas *lock)
{
    bool taken = pr_cas_uint(&lock->value, false, true);
    pr_fence_acquire();
    return taken;
}

static inline void spinlock_cas_unlock(struct spinlock_cas *lock)
{
#ifndef NO_UNLOCK_FENCE
    pr_fence_release();
#endif
    pr_store_uint(&lock->value, false);
}

static spinlock_cas_t lock = SPINLOCK_CAS_INITIALIZER;

static void *thread(void *id)
{
    for (int i = 0; i < ITERATIONS; i++) {
        if ((long)id == 0)
            spinlock_cas_lock(&lock);
        else
            while (!spinlock_cas_trylock(&lock))
                sched_yield();
        critical_section();
        spinlock_cas_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    validate(thread);
    return 0;
}
