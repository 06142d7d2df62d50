// A lock of one's own: test and set, with the orders of C11.  -D UNLOCK=memory_order_relaxed breaks it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOCK
#define LOCK memory_order_acquire
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

atomic_int locked;
int counter;

void lock(void)
{
    while (atomic_exchange_explicit(&locked, 1, LOCK)) {
    }
}

void unlock(void)
{
    atomic_store_explicit(&locked, 0, UNLOCK);
}

void *worker(void *unused)
{
    lock();
    counter = counter + 1;
    unlock();
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
    return 0;
}
