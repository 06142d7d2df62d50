// expect: safe
// expect-tso: violation
// expect-pso: violation
// unwind: 3
// unwind-table1: 3
// rounds-table1: 3
// queue-table1: 3
// A thread that sleeps while it has no permit, after the Parker class of Java's virtual machine.
// The fast path gives up its permit without a fence: correct here, but a store buffer may delay that write
// past the next look at the condition, and then the wake-up is lost.

#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int permit = 1;
int asleep, woken;
int condition;

void park(void)
{
    if (permit > 0) {
        permit = 0;
        return;
    }
    pthread_mutex_lock(&lock);
    if (permit > 0)
        permit = 0;
    else
        asleep = 1;
    pthread_mutex_unlock(&lock);
}

void unpark(void)
{
    pthread_mutex_lock(&lock);
    int before = permit;
    permit = 1;
    pthread_mutex_unlock(&lock);
    if (before < 1)
        woken = 1;
}

void *waiter(void *unused)
{
    for (int i = 0; i < 2; i++)
        if (!condition && !asleep)
            park();
    return 0;
}

void *waker(void *unused)
{
    condition = 1;
    unpark();
    return 0;
}

int main(void)
{
    pthread_t waiting, waking;
    pthread_create(&waiting, 0, waiter, 0);
    pthread_create(&waking, 0, waker, 0);
    pthread_join(waiting, 0);
    pthread_join(waking, 0);
    assert(!asleep || woken);
    return 0;
}
