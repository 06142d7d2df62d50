// expect: violation
// unwind: 4
// A stack behind a lock.  Whether there is anything to pop is tested before the lock is taken, and two threads pop.

#include <assert.h>
#include <pthread.h>

#define SIZE 3
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int stack[SIZE];
int top;

void *pusher(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        stack[top] = i + 1;
        top++;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *popper(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        if (top > 0) {
            pthread_mutex_lock(&lock);
            assert(top > 0);
            top--;
            assert(stack[top] > 0);
            pthread_mutex_unlock(&lock);
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
