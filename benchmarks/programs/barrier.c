// expect: safe
// unwind: 3
// A sense-reversing barrier: what a thread wrote before it, the others see after it.

#include <assert.h>
#include <pthread.h>

#define THREADS 2
#define PHASES 2
int locked;
int arrived, sense;
int phase_of[THREADS];

void lock(void)
{
    while (__sync_lock_test_and_set(&locked, 1)) {
    }
}

void unlock(void)
{
    __sync_lock_release(&locked);
}

void wait_for_all(int my_sense)
{
    lock();
    arrived++;
    if (arrived == THREADS) {
        arrived = 0;
        sense = my_sense;
    }
    unlock();
    while (sense != my_sense) {
    }
}

void *worker(void *arg)
{
    int me = (int)(long)arg;
    for (int phase = 1; phase <= PHASES; phase++) {
        phase_of[me] = phase;
        wait_for_all(phase % 2);
        assert(phase_of[1 - me] >= phase);
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
