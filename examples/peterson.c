// Peterson's algorithm: mutual exclusion for two threads with plain variables only.
// Correct under sequential consistency; on real processors it needs fences between the writes and the reads.

#include <assert.h>
#include <pthread.h>

int wants[2];
int turn;
int inside; // how many threads are in the critical section

void enter(int me)
{
    int other = 1 - me;
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other) {
    }
}

void leave(int me)
{
    wants[me] = 0;
}

void *worker(void *arg)
{
    int me = (int)(long)arg;
    enter(me);
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    leave(me);
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
