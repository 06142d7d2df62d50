// A ticket lock: fetch-and-add hands out tickets, and each thread waits for its number.
// Safe: iterations of the waiting loop that change nothing are no executions of their own.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int next_ticket, now_serving;
int counter;

void *worker(void *unused)
{
    int mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != mine) {
    }
    counter = counter + 1;
    atomic_store(&now_serving, mine + 1);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(counter == 2);
    return 0;
}
