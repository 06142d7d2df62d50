/* The queue lock of Craig, Landin and Hagersten: a thread spins on its predecessor's node and takes it over at unlock.
   -DNO_FENCE_BEFORE_SWAP: the node may be in the queue before it says that its owner waits. */
#include "pr.h"
#include "validate.h"

struct spinlock_clh {
    unsigned int wait;
    struct spinlock_clh *previous;
};
typedef struct spinlock_clh spinlock_clh_t;

static inline void spinlock_clh_init(struct spinlock_clh **lock, struct spinlock_clh *unowned)
{
    unowned->previous = NULL;
    unowned->wait = false;
    *lock = unowned;
    pr_fence_memory();
}

static inline void spinlock_clh_lock(struct spinlock_clh **queue, struct spinlock_clh *thread)
{
    struct spinlock_clh *previous;

    pr_store_uint(&thread->wait, true);
#ifndef NO_FENCE_BEFORE_SWAP
    pr_fence_store(); /* the node says so before it is in the queue */
#endif
    previous = pr_fas_ptr(queue, thread);
    thread->previous = previous;
    pr_fence_load();
    while (pr_load_uint(&previous->wait) == true)
        pr_stall();
    pr_fence_acquire();
}

static inline void spinlock_clh_unlock(struct spinlock_clh **thread)
{
    struct spinlock_clh *previous = thread[0]->previous;

    pr_fence_release();
    pr_store_uint(&(*thread)->wait, false);
    *thread = previous;
}

static spinlock_clh_t unowned, *lock;

static void *thread(void *unused)
{
    spinlock_clh_t *node = calloc(1, sizeof(*node));
    (void)unused;
    if (node == NULL) {
        perror("calloc");
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < ITERATIONS; i++) {
        spinlock_clh_lock(&lock, node);
        critical_section();
        spinlock_clh_unlock(&node);
    }
    return NULL;
}

int main(void)
{
    spinlock_clh_init(&lock, &unowned);
    validate(thread);
    return 0;
}
