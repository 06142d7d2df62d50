/* The lock of old Linux kernels: one is free, who decrements it to zero has it; the fast path first, the contended loop behind it.
   -DPR_X86 -DLOCK_PREFIX=: built for one processor, without the lock prefix. */
#include "pr.h"
#include "validate.h"

#define likely(x) __builtin_expect(!!(x), 1)

struct spinlock_dec {
    unsigned int value;
};

static inline void spinlock_dec_lock(struct spinlock_dec *lock)
{
    for (;;) {
        if (likely(pr_dec_is_zero_uint(&lock->value)))
            break;
        while (pr_load_uint(&lock->value) != 1)
            pr_stall();
    }
    pr_fence_acquire();
}

static inline void spinlock_dec_unlock(struct spinlock_dec *lock)
{
    pr_fence_release();
    pr_store_uint(&lock->value, 1);
}

static struct spinlock_dec lock = { 1 };

static void *thread(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITERATIONS; i++) {
        spinlock_dec_lock(&lock);
        critical_section();
        spinlock_dec_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    validate(thread);
    return 0;
}
