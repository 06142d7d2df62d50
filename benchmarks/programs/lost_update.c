// expect: violation
// unwind: 4
// Two threads increment a counter three times each, unprotected.  However many updates are lost, two survive, and the
// schedule that leaves only two must let each thread overwrite the other's work with its oldest value.

#include <assert.h>
#include <pthread.h>

#define INCREMENTS 3
int counter;

void *worker(void *unused)
{
    for (int i = 0; i < INCREMENTS; i++) {
        int seen = counter;
        counter = seen + 1;
    }
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter > 2);
    return 0;
}
