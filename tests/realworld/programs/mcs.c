/* The queue lock of Mellor-Crummey and Scott; every thread brings a node, from the heap.
   -DNO_FENCE_AFTER_SWAP: the order of the two writes to a node's link rests on the dependency alone; -DNO_WAIT_FOR_LINK: the holder does not wait for a successor
   that has swapped the tail but has not linked itself yet. */
#include "pr.h"
#include "validate.h"

typedef struct spinlock_mcs {
    unsigned int locked;
    struct spinlock_mcs *next;
} spinlock_mcs_context_t;
typedef struct spinlock_mcs *spinlock_mcs_t;

#define SPINLOCK_MCS_INITIALIZER (NULL)

static inline void spinlock_mcs_lock(struct spinlock_mcs **queue, struct spinlock_mcs *node)
{
    struct spinlock_mcs *previous;

    node->next = NULL;
    node->locked = true;
    pr_fence_memory(); /* the node before the queue shows it */
    previous = pr_fas_ptr(queue, node);
    if (previous != NULL) {
#ifndef NO_FENCE_AFTER_SWAP
        pr_fence_acquire();
#endif
        pr_store_ptr(&previous->next, node);
        while (pr_load_uint(&node->locked) == true)
            pr_stall();
    }
    pr_fence_acquire();
}

static inline void spinlock_mcs_unlock(struct spinlock_mcs **queue, struct spinlock_mcs *node)
{
    struct spinlock_mcs *next;

    pr_fence_release();
    next = pr_load_ptr(&node->next);
    if (next == NULL) {
        if (pr_load_ptr(queue) == node && pr_cas_ptr(queue, node, NULL) == true)
            return;
#ifdef NO_WAIT_FOR_LINK
        next = pr_load_ptr(&node->next);
#else
        while ((next = pr_load_ptr(&node->next)) == NULL)
            pr_stall();
#endif
    }
    pr_fence_memory(); /* the link is read before the node is written */
    pr_store_uint(&next->locked, false);
}

static spinlock_mcs_t lock PR_ALIGNED = SPINLOCK_MCS_INITIALIZER;

static void *thread(void *unused)
{
    struct spinlock_mcs *node = malloc(sizeof *node);
    (void)unused;
    if (node == NULL)
        exit(EXIT_FAILURE);
    for (int i = 0; i < ITERATIONS; i++) {
        spinlock_mcs_lock(&lock, node);
        critical_section();
        spinlock_mcs_unlock(&lock, node);
    }
    free(node);
    return NULL;
}

int main(void)
{
    validate(thread);
    assert(lock == NULL);
    return 0;
}
