/* Epoch based reclamation: readers publish the epoch that they are in, the writer unlinks a node, and frees it when every active
   reader has been seen in the new epoch.  -DNO_ENTER_FENCE: a reader may look before anybody can see that it is there;
   -DFREE_AT_ONCE: no grace period. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define EBR_EPOCHS 3
#define ACTIVE 0x80000000u

typedef struct ebr_tls {
    atomic_uint local_epoch; /* the epoch, and whether the thread is in a critical path */
    struct ebr_tls *next;
} ebr_tls_t;

typedef struct {
    atomic_uint global_epoch;
    ebr_tls_t *list;
} ebr_t;

static void ebr_register(ebr_t *ebr, ebr_tls_t *t)
{
    atomic_init(&t->local_epoch, 0);
    t->next = ebr->list;
    ebr->list = t;
}

static void ebr_enter(ebr_t *ebr, ebr_tls_t *t)
{
    unsigned epoch = atomic_load_explicit(&ebr->global_epoch, memory_order_relaxed) | ACTIVE;
    atomic_store_explicit(&t->local_epoch, epoch, memory_order_relaxed);
#ifndef NO_ENTER_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void ebr_exit(ebr_tls_t *t)
{
    atomic_store_explicit(&t->local_epoch, 0, memory_order_release);
}

/* Whether all active threads have seen the current epoch; then the next one begins. */
static bool ebr_sync(ebr_t *ebr, unsigned *reclaimable)
{
    atomic_thread_fence(memory_order_seq_cst);
    unsigned epoch = atomic_load_explicit(&ebr->global_epoch, memory_order_relaxed);
    for (ebr_tls_t *t = ebr->list; t; t = t->next) {
        unsigned local = atomic_load_explicit(&t->local_epoch, memory_order_acquire);
        if ((local & ACTIVE) && local != (epoch | ACTIVE)) {
            *reclaimable = epoch;
            return false;
        }
    }
    atomic_store_explicit(&ebr->global_epoch, (epoch + 1) % EBR_EPOCHS, memory_order_release);
    *reclaimable = (epoch + 1) % EBR_EPOCHS;
    return true;
}

typedef struct {
    int value;
} node_t;

static ebr_t ebr;
static ebr_tls_t self;
static _Atomic(node_t *) shared;

static node_t *node_new(int value)
{
    node_t *n = malloc(sizeof *n);
    if (!n) {
        perror("malloc");
        exit(1);
    }
    n->value = value;
    return n;
}

static void *reader(void *arg)
{
    ebr_enter(&ebr, arg);
    node_t *n = atomic_load_explicit(&shared, memory_order_acquire);
    assert(n->value != 0);
    ebr_exit(arg);
    return NULL;
}

static void reclaim(node_t *n)
{
#ifndef FREE_AT_ONCE
    unsigned ignored;
    for (int epochs = 0; epochs < EBR_EPOCHS - 1; epochs++)
        while (!ebr_sync(&ebr, &ignored))
            sched_yield();
#endif
    n->value = 0;
    free(n);
}

int main(void)
{
    pthread_t t;
    ebr_register(&ebr, &self);
    atomic_init(&shared, node_new(1));
    if (pthread_create(&t, NULL, reader, &self))
        abort();
    node_t *old = atomic_exchange_explicit(&shared, node_new(2), memory_order_acq_rel);
    reclaim(old);
    pthread_join(t, NULL);
    free(atomic_load(&shared));
    return 0;
}
