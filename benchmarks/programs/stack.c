// expect: violation
// unwind: 4
// A stack behind a spin lock.  Whether there is anything to pop is tested before the lock is taken, and two threads pop.

#include <assert.h>
#include <pthread.h>

#define SIZE 3
int locked;
int stack[SIZE];
int top;

void lock(void)
{
    while (__sync_lock_test_and_set(&locked, 1)) {
    }
}

void unlock(void)
{
    __sync_lock_release(&locked);
}

void *pusher(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        lock();
        stack[top] = i + 1;
        top++;
        unlock();
    }
    return 0;
}

void *popper(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        if (top > 0) {
            lock();
            assert(top > 0);
            top--;
            assert(stack[top] > 0);
            unlock();
        }
    }
    return 0;
}

int main(void)
{
    pthread_t pushing, first, second;
    pthread_create(&pushing, 0, pusher, 0);
    pthread_create(&first, 0, popper, 0);
    pthread_create(&second, 0, popper, 0);
    pthread_join(pushing, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
