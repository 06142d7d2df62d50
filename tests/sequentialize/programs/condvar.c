// expect: safe unwind=3 rounds=3
// A consumer waits on a condition in a loop, as it must.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full, value;

void *produce(void *unused)
{
    pthread_mutex_lock(&lock);
    value = 42;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&filled, &lock);
    assert(value == 42);
    pthread_mutex_unlock(&lock);
    return 0;
}
