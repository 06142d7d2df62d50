// expect: violation unwind=2 rounds=2
// Two increments without a lock: one may be lost.
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *unused)
{
    int seen = counter;
    counter = seen + 1;
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, increment, 0);
    increment(0);
    pthread_join(other, 0);
    assert(counter == 2);
    return 0;
}
