// A ring of two slots between one producer and one consumer, without a lock: the producer alone moves the tail, the consumer
// alone the head.  -D PUBLISH=memory_order_relaxed lets the consumer see a new tail before what lies in the slot.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#define SLOTS 2
#define ITEMS 3

int ring[SLOTS];
atomic_uint head, tail;

int try_put(int item)
{
    unsigned here = atomic_load_explicit(&tail, memory_order_relaxed);
    if (here - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
        return 0;
    ring[here % SLOTS] = item;
    atomic_store_explicit(&tail, here + 1, PUBLISH);
    return 1;
}

int try_take(int *item)
{
    unsigned here = atomic_load_explicit(&head, memory_order_relaxed);
    if (here == atomic_load_explicit(&tail, memory_order_acquire))
        return 0;
    *item = ring[here % SLOTS];
    atomic_store_explicit(&head, here + 1, memory_order_release);
    return 1;
}

// The harness: what goes in comes out, once, in order.

void *producer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++)
        while (!try_put(i)) {
        }
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    for (int i = 1; i <= ITEMS; i++) {
        int item;
        while (!try_take(&item)) {
        }
        assert(item == i);
    }
    pthread_join(thread, 0);
    return 0;
}
