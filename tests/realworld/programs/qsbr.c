/* Quiescent state based reclamation: readers say now and then that they hold nothing; who frees waits until all have said so after
   the node was unlinked.  -DNO_CHECKPOINT_ORDER: the checkpoint may come before the reads it is to follow. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef unsigned long qsbr_epoch_t;

typedef struct qsbr_tls {
    atomic_ulong local_epoch;
    struct qsbr_tls *next;
} qsbr_tls_t;

typedef struct qsbr {
    atomic_ulong global_epoch;
    pthread_key_t tls_key;
    qsbr_tls_t *list;
} qsbr_t;

static qsbr_t *qsbr_create(void)
{
    qsbr_t *qs = calloc(1, sizeof(qsbr_t));
    if (!qs)
        return NULL;
    if (pthread_key_create(&qs->tls_key, NULL) != 0) {
        free(qs);
        return NULL;
    }
    atomic_store_explicit(&qs->global_epoch, 1, memory_order_relaxed);
    return qs;
}

/* Before the threads start: the list is not changed later. */
static void qsbr_register(qsbr_t *qs, qsbr_tls_t *t)
{
    atomic_init(&t->local_epoch, 1);
    t->next = qs->list;
    qs->list = t;
}

#ifdef NO_CHECKPOINT_ORDER
#define CHECKPOINT_ORDER memory_order_relaxed
#else
#define CHECKPOINT_ORDER memory_order_release
#endif

static void qsbr_checkpoint(qsbr_t *qs)
{
    qsbr_tls_t *t = pthread_getspecific(qs->tls_key);
    assert(t != NULL);
    atomic_store_explicit(&t->local_epoch, atomic_load_explicit(&qs->global_epoch, memory_order_acquire), CHECKPOINT_ORDER);
}

static qsbr_epoch_t qsbr_barrier(qsbr_t *qs)
{
    return atomic_fetch_add_explicit(&qs->global_epoch, 1, memory_order_acq_rel) + 1;
}

static bool qsbr_sync(qsbr_t *qs, qsbr_epoch_t target)
{
    for (qsbr_tls_t *t = qs->list; t; t = t->next)
        if (atomic_load_explicit(&t->local_epoch, memory_order_acquire) < target)
            return false;
    return true;
}

static qsbr_t *qs;
static qsbr_tls_t reader_tls;
static _Atomic(int *) shared;

static void *reader(void *arg)
{
    if (pthread_setspecific(qs->tls_key, arg) != 0)
        abort();
    int *p = atomic_load_explicit(&shared, memory_order_acquire);
    int seen = *p;
    assert(seen != -1);
    qsbr_checkpoint(qs);
    p = atomic_load_explicit(&shared, memory_order_acquire);
    seen = *p;
    assert(seen != -1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    qs = qsbr_create();
    if (!qs)
        return EXIT_FAILURE;
    qsbr_register(qs, &reader_tls);
    int *one = malloc(sizeof(int)), *two = malloc(sizeof(int));
    *one = 1;
    *two = 2;
    atomic_init(&shared, one);
    if (pthread_create(&t, NULL, reader, &reader_tls) != 0)
        return EXIT_FAILURE;
    atomic_store_explicit(&shared, two, memory_order_release);
    qsbr_epoch_t target = qsbr_barrier(qs);
    while (!qsbr_sync(qs, target))
        ;
    *one = -1; /* poison */
    free(one);
    pthread_join(t, NULL);
    free(two);
    free(qs);
    return 0;
}
