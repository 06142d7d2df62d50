// expect: safe
// expect-tso: violation
// expect-pso: violation
// unwind: 3
// Dekker's mutual exclusion for two threads.

#include <assert.h>
#include <pthread.h>

int wants[2];
int turn;
int owner;

void *worker(void *arg)
{
    int me = (int)(long)arg, other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me) {
            }
            wants[me] = 1;
        }
    }
    owner = me;
    assert(owner == me);
    turn = other;
    wants[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, (void *)0L);
    pthread_create(&second, 0, worker, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
