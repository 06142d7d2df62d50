// expect: safe
// expect-pso: violation
// unwind: 3
// A ticket lock: draw a number, wait until it is called.  Three threads count in the critical section.

#include <assert.h>
#include <pthread.h>

unsigned next_ticket, now_serving;
int count;

void *worker(void *unused)
{
    unsigned mine = __sync_fetch_and_add(&next_ticket, 1);
    while (now_serving != mine) {
    }
    int seen = count;
    count = seen + 1;
    assert(count == seen + 1);
    now_serving = mine + 1;
    return 0;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, worker, (void *)0L);
    pthread_create(&second, 0, worker, (void *)1L);
    pthread_create(&third, 0, worker, (void *)2L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
