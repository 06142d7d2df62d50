/* Test-and-test-and-set by fetch-and-store, behind a table of operations (a lock is chosen at run time).
   -DTEST_THEN_SET: the swap became a load and a store. */
#include "pr.h"
#include "validate.h"

typedef struct { unsigned int value; } spinlock_fas_t;

struct lock_ops {
    const char *name;
    void (*lock)(void *);
    void (*unlock)(void *);
};

static void fas_lock(void *context)
{
    spinlock_fas_t *lock = context;
#ifdef TEST_THEN_SET
    while (pr_load_uint(&lock->value))
        pr_stall();
    pr_store_uint(&lock->value, 1);
#else
    while (pr_fas_uint(&lock->value, true) == true) {
        do {
            pr_stall();
        } while (pr_load_uint(&lock->value) == true);
    }
#endif
    pr_fence_acquire();
}

static void fas_unlock(void *context)
{
    spinlock_fas_t *lock = (spinlock_fas_t *)context;
    pr_fence_release();
    pr_store_uint(&lock->value, false);
}

static const struct lock_ops fas_ops = { .name = "fas", .lock = fas_lock, .unlock = fas_unlock };
static spinlock_fas_t the_lock;

static void *thread(void *unused)
{
    const struct lock_ops *ops = &fas_ops;
    (void)unused;
    for (int i = 0; i < ITERATIONS; i++) {
        ops->lock(&the_lock);
        critical_section();
        ops->unlock(&the_lock);
    }
    return NULL;
}

int main(void)
{
    printf("lock: %s\n", fas_ops.name);
    validate(thread);
    return 0;
}
