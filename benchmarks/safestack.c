// expect: violation
// unwind: 2
// SafeStack: a lock-free stack of the cells of an array, after the description that Dmitry Vyukov gave of his.
// Cells are linked by their numbers; whoever pops one marks it first, by exchanging its link for MARKED.  What is popped
// belongs to one thread until it is pushed again.  The bug: a cell can be popped, pushed and marked by others between
// the moments at which a thread reads the head and changes it, so that in the end two threads own one cell.
// The operations are C11 atomics, none stronger than it needs to be: on processors with store buffers, loads and stores
// are plain, and exchanges drain the buffer.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef CELLS
#define CELLS 3
#endif
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef TURNS
#define TURNS 2
#endif
#define MARKED -1

struct cell {
    int value;
    atomic_int next;
};

struct cell cells[CELLS];
atomic_int head;
atomic_int count = CELLS;

int pop(void)
{
    while (atomic_load_explicit(&count, memory_order_acquire) > 1) {
        int first = atomic_load_explicit(&head, memory_order_acquire);
        int next = atomic_exchange_explicit(&cells[first].next, MARKED, memory_order_acq_rel);
        if (next >= 0) {
            int expected = first;
            if (atomic_compare_exchange_strong_explicit(&head, &expected, next, memory_order_acq_rel,
                                                        memory_order_acquire)) {
                atomic_fetch_sub_explicit(&count, 1, memory_order_acq_rel);
                return first;
            }
            atomic_exchange_explicit(&cells[first].next, next, memory_order_acq_rel);
        }
    }
    return MARKED;
}

void push(int index)
{
    int first = atomic_load_explicit(&head, memory_order_acquire);
    do
        atomic_store_explicit(&cells[index].next, first, memory_order_release);
    while (!atomic_compare_exchange_strong_explicit(&head, &first, index, memory_order_acq_rel, memory_order_acquire));
    atomic_fetch_add_explicit(&count, 1, memory_order_acq_rel);
}

void *worker(void *arg)
{
    int me = (int)(long)arg;
    for (int turn = 0; turn < TURNS; turn++) {
        int mine = pop();
        if (mine < 0)
            break;
        cells[mine].value = me;
        assert(cells[mine].value == me);
        push(mine);
    }
    return 0;
}

int main(void)
{
    for (int i = 0; i < CELLS; i++)
        cells[i].next = i + 1 < CELLS ? i + 1 : MARKED;
    pthread_t threads[WORKERS];
    for (long i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
