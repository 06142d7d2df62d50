/* A combining barrier: threads meet at the leaves of a tree, the last of each group goes up, the root lets all go down again.
   -DWAKE_BEFORE_PARENT: a node is opened before its last thread has been at the root. */
#include "pr.h"
#include "validate.h"

struct group {
    unsigned int k, count, sense;
    struct group *parent;
} PR_ALIGNED;

static struct group *group_new(struct group *parent, unsigned int k)
{
    struct group *g = aligned_alloc(CACHELINE, sizeof *g);
    if (g == NULL)
        exit(EXIT_FAILURE);
    *g = (struct group){ .k = k, .parent = parent };
    return g;
}

static void combine(struct group *node, unsigned int sense)
{
    pr_fence_release();
    if (pr_faa_uint(&node->count, 1) == node->k - 1) {
        pr_fence_acquire();
#ifndef WAKE_BEFORE_PARENT
        if (node->parent != NULL)
            combine(node->parent, sense);
#endif
        pr_store_uint(&node->count, 0);
        pr_fence_release();
        pr_store_uint(&node->sense, sense);
#ifdef WAKE_BEFORE_PARENT
        if (node->parent != NULL)
            combine(node->parent, sense);
#endif
    } else {
        while (sense != pr_load_uint(&node->sense))
            pr_stall();
    }
    pr_fence_acquire();
}

#ifndef USES
#define USES 1
#endif
static struct group *leaf[THREADS];
static int arrived[THREADS];

static void *thread(void *id)
{
    long me = (long)id;
    unsigned int sense = 0;
    for (int use = 1; use <= USES; use++) {
        sense = ~sense;
        arrived[me]++;
        combine(leaf[me], sense);
        for (int i = 0; i < THREADS; i++)
            assert(arrived[i] >= use);
        sense = ~sense;
        combine(leaf[me], sense);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    struct group *root = group_new(NULL, 2);
    leaf[0] = root;
    leaf[1] = THREADS == 2 ? root : group_new(root, THREADS - 1);
    for (long i = 2; i < THREADS; i++)
        leaf[i] = leaf[1];
    for (long i = 0; i < THREADS; i++)
        spawn(&threads[i], thread, (void *)i);
    for (int i = 0; i < THREADS; i++)
        collect(threads[i]);
    return 0;
}
