// A test-and-set lock around a counter, any number of threads.  BROKEN: the test and the setting are two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

void *worker(void *unused)
{
    while (1) {
#ifdef BROKEN
        while (atomic_load(&lock))
            ;
        atomic_store(&lock, 1);
#else
        while (atomic_exchange(&lock, 1))
            ;
#endif
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&lock, 0);
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
