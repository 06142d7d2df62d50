// A ring of pointers for several producers and one consumer: a producer reserves a place, fills it, waits until those before it are done, and
// shows it.  BUG: it does not wait for those before it.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SIZE 4
#define MASK (SIZE - 1)

struct ring {
    _Atomic uint32_t prod_head, prod_tail;
    _Atomic uint32_t cons_head, cons_tail;
    void *slots[SIZE];
};

static int ring_put(struct ring *r, void *item)
{
    uint32_t head, next;
    for (;;) {
        head = atomic_load_explicit(&r->prod_head, memory_order_relaxed);
        next = (head + 1) & MASK;
        if (next == atomic_load_explicit(&r->cons_tail, memory_order_acquire)) {
            if (head == atomic_load_explicit(&r->prod_head, memory_order_relaxed))
                return ENOBUFS;
        } else if (atomic_compare_exchange_strong_explicit(&r->prod_head, &head, next, memory_order_relaxed, memory_order_relaxed)) {
            break;
        }
    }
    r->slots[head] = item;
#ifndef BUG
    while (atomic_load_explicit(&r->prod_tail, memory_order_acquire) != head)
        sched_yield();
#endif
    atomic_store_explicit(&r->prod_tail, next, memory_order_release);
    return 0;
}

static void *ring_get(struct ring *r)
{
    uint32_t head = atomic_load_explicit(&r->cons_head, memory_order_relaxed);
    if (head == atomic_load_explicit(&r->prod_tail, memory_order_acquire))
        return NULL;
    uint32_t next = (head + 1) & MASK;
    atomic_store_explicit(&r->cons_head, next, memory_order_relaxed);
    void *item = r->slots[head];
    atomic_store_explicit(&r->cons_tail, next, memory_order_release);
    return item;
}

static struct ring ring;

static void *producer(void *arg)
{
    int *item = malloc(sizeof *item);
    if (!item)
        abort();
    *item = (int)(uintptr_t)arg;
    assert(ring_put(&ring, item) == 0);
    return NULL;
}

static int take(void)
{
    int *item = ring_get(&ring);
    if (!item)
        return 0;
    int value = *item;
    free(item);
    return value;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, producer, (void *)1);
    pthread_create(&b, NULL, producer, (void *)2);
    int sum = take();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 2; i++)
        sum += take();
    assert(sum == 3);
    return 0;
}
