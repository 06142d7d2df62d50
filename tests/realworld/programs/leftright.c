/* Left-right: two copies, readers announce themselves in one of two counters, the writer changes the copy that nobody reads, and then
   the other.  -DNO_TOGGLE_WAIT: the writer does not wait for the readers of the old copy; -DRELAXED_ARRIVE: a reader's arrival may be seen
   after it has looked which copy to read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RELAXED_ARRIVE
#define ARRIVE memory_order_relaxed
#else
#define ARRIVE memory_order_seq_cst
#endif

typedef struct {
    int a, b;
} pair_t;

typedef struct {
    pair_t instance[2];
    atomic_int left_right;    /* which instance readers read */
    atomic_int version_index; /* which counter readers use */
    atomic_int indicator[2];
    pthread_mutex_t writers;
} leftright_t;

static leftright_t *lr_new(void)
{
    leftright_t *lr = calloc(1, sizeof *lr);
    if (!lr || pthread_mutex_init(&lr->writers, NULL))
        abort();
    return lr;
}

static pair_t lr_read(leftright_t *lr)
{
    int vi = atomic_load_explicit(&lr->version_index, memory_order_seq_cst);
#ifdef RELAXED_ARRIVE
    atomic_store_explicit(&lr->indicator[vi], 1, ARRIVE); /* one reader: its own flag will do */
#else
    atomic_fetch_add_explicit(&lr->indicator[vi], 1, ARRIVE);
#endif
    pair_t copy = lr->instance[atomic_load_explicit(&lr->left_right, memory_order_seq_cst)];
    atomic_fetch_sub_explicit(&lr->indicator[vi], 1, memory_order_release);
    return copy;
}

static void await_empty(atomic_int *indicator)
{
#ifndef NO_TOGGLE_WAIT
    while (atomic_load_explicit(indicator, memory_order_seq_cst) != 0)
        ;
#endif
    (void)indicator;
}

static void lr_write(leftright_t *lr, int value)
{
    pthread_mutex_lock(&lr->writers);
    int lri = atomic_load_explicit(&lr->left_right, memory_order_relaxed);
    lr->instance[!lri] = (pair_t){ value, value };
    atomic_store_explicit(&lr->left_right, !lri, memory_order_seq_cst);
    int prev = atomic_load_explicit(&lr->version_index, memory_order_relaxed);
    await_empty(&lr->indicator[!prev]);
    atomic_store_explicit(&lr->version_index, !prev, memory_order_seq_cst);
    await_empty(&lr->indicator[prev]);
    lr->instance[lri] = (pair_t){ value, value };
    pthread_mutex_unlock(&lr->writers);
}

static void *reader(void *lr)
{
    pair_t seen = lr_read(lr);
    assert(seen.a == seen.b);
    return NULL;
}

int main(void)
{
    pthread_t t;
    leftright_t *lr = lr_new();
    if (pthread_create(&t, NULL, reader, lr))
        abort();
    lr_write(lr, 1);
    pthread_join(t, NULL);
    pair_t last = lr_read(lr);
    assert(last.a == 1 && last.b == 1);
    free(lr);
    return 0;
}
