// expect: safe
// expect-tso: violation
// expect-pso: violation
// unwind: 3
// Szymanski's mutual exclusion for two threads: a waiting room with a door that the last one in closes.

#include <assert.h>
#include <pthread.h>

enum { OUTSIDE, WANTING, WAITING, IN_DOORWAY, INSIDE };
int state[2];
int owner;

void *worker(void *arg)
{
    int me = (int)(long)arg, other = 1 - me;
    state[me] = WANTING;
    while (state[other] >= IN_DOORWAY) {
    }
    state[me] = IN_DOORWAY;
    if (state[other] == WANTING) {
        state[me] = WAITING;
        while (state[other] != INSIDE) {
        }
    }
    state[me] = INSIDE;
    if (me == 1)
        while (state[other] >= WAITING) {
        }
    owner = me;
    assert(owner == me);
    if (me == 0)
        while (state[other] == WAITING || state[other] == IN_DOORWAY) {
        }
    state[me] = OUTSIDE;
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
