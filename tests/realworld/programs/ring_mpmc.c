/* A bounded queue for many producers and consumers after Vyukov: a sequence number in every cell says whose turn it is.
   -DRELAXED_SEQUENCE: the cell is handed over without release; -DPLAIN_TICKET: the position is taken by a store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef RELAXED_SEQUENCE
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif

#define CAPACITY 2u

typedef struct {
    _Atomic unsigned sequence;
    int data;
} cell_t;

typedef struct {
    cell_t *cells;
    unsigned mask;
    _Alignas(64) _Atomic unsigned enqueue_pos;
    _Alignas(64) _Atomic unsigned dequeue_pos;
} mpmc_t;

static mpmc_t *mpmc_new(unsigned capacity)
{
    mpmc_t *q = aligned_alloc(64, sizeof(mpmc_t));
    if (!q)
        abort();
    q->cells = malloc(capacity * sizeof(cell_t));
    q->mask = capacity - 1;
    for (unsigned i = 0; i < capacity; i++)
        atomic_init(&q->cells[i].sequence, i);
    atomic_init(&q->enqueue_pos, 0);
    atomic_init(&q->dequeue_pos, 0);
    return q;
}

static bool take(_Atomic unsigned *position, unsigned *expected)
{
#ifdef PLAIN_TICKET
    atomic_store_explicit(position, *expected + 1, memory_order_relaxed);
    return true;
#else
    return atomic_compare_exchange_weak_explicit(position, expected, *expected + 1, memory_order_relaxed, memory_order_relaxed);
#endif
}

static bool mpmc_enqueue(mpmc_t *q, int data)
{
    cell_t *cell;
    unsigned pos = atomic_load_explicit(&q->enqueue_pos, memory_order_relaxed);
    for (;;) {
        cell = &q->cells[pos & q->mask];
        unsigned seq = atomic_load_explicit(&cell->sequence, memory_order_acquire);
        int diff = (int)seq - (int)pos;
        if (diff == 0) {
            if (take(&q->enqueue_pos, &pos))
                break;
        } else if (diff < 0) {
            return false; /* full */
        } else {
            pos = atomic_load_explicit(&q->enqueue_pos, memory_order_relaxed);
        }
    }
    cell->data = data;
    atomic_store_explicit(&cell->sequence, pos + 1, HAND_OVER);
    return true;
}

static bool mpmc_dequeue(mpmc_t *q, int *data)
{
    cell_t *cell;
    unsigned pos = atomic_load_explicit(&q->dequeue_pos, memory_order_relaxed);
    for (;;) {
        cell = &q->cells[pos & q->mask];
        unsigned seq = atomic_load_explicit(&cell->sequence, memory_order_acquire);
        int diff = (int)seq - (int)(pos + 1);
        if (diff == 0) {
            if (take(&q->dequeue_pos, &pos))
                break;
        } else if (diff < 0) {
            return false; /* empty */
        } else {
            pos = atomic_load_explicit(&q->dequeue_pos, memory_order_relaxed);
        }
    }
    *data = cell->data;
    atomic_store_explicit(&cell->sequence, pos + q->mask + 1, HAND_OVER);
    return true;
}

static void *producer(void *arg)
{
    mpmc_t *q = arg;
    bool sent = mpmc_enqueue(q, 1);
    assert(sent); /* there is room for both */
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    mpmc_t *q = mpmc_new(CAPACITY);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&t[i], NULL, producer, q))
            abort();
    int first = 0, second = 0;
    while (!mpmc_dequeue(q, &first))
        ;
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    bool more = mpmc_dequeue(q, &second);
    assert(more);
    assert(first + second == 2);
    free(q->cells);
    free(q);
    return 0;
}
