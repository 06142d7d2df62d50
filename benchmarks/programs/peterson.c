// expect: safe
// expect-tso: violation
// expect-pso: violation
// unwind: 4
// Peterson's mutual exclusion for two threads, each entering twice.

#include <assert.h>
#include <pthread.h>

int wants[2];
int turn;
int owner;

void *worker(void *arg)
{
    int me = (int)(long)arg, other = 1 - me;
    for (int i = 0; i < 2; i++) {
        wants[me] = 1;
        turn = other;
        while (wants[other] && turn == other) {
        }
        owner = me;
        assert(owner == me);
        wants[me] = 0;
    }
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
