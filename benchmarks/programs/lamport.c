// expect: safe
// expect-tso: violation
// expect-pso: violation
// unwind: 2
// Lamport's fast mutual exclusion for two threads: without contention a thread enters after seven accesses.

#include <assert.h>
#include <pthread.h>

int competing[2];
int last, gate; // 0 stands for nobody, otherwise a thread's number plus one
int owner;

void enter(int me)
{
    int name = me + 1;
    while (1) {
        competing[me] = 1;
        last = name;
        if (gate != 0) {
            competing[me] = 0;
            while (gate != 0) {
            }
            continue;
        }
        gate = name;
        if (last == name)
            return;
        competing[me] = 0;
        while (competing[1 - me]) {
        }
        if (gate == name)
            return;
        while (gate != 0) {
        }
    }
}

void *worker(void *arg)
{
    int me = (int)(long)arg;
    enter(me);
    owner = me;
    assert(owner == me);
    gate = 0;
    competing[me] = 0;
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
