// expect: violation unwind=2 rounds=2
// "if" in place of "while": a spurious wake-up gets through.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full;

void *produce(void *unused)
{
    pthread_mutex_lock(&lock);
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
    if (!full)
        pthread_cond_wait(&filled, &lock);
    assert(full);
    pthread_mutex_unlock(&lock);
    return 0;
}
