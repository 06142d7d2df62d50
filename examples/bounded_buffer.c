// A buffer of one slot between a producer and two consumers, with a condition variable.
// The bug: a consumer tests with `if` where it must test with `while`.  After it was woken, the other consumer can take the
// item first (and POSIX allows wake-ups without any signal), so it takes from an empty buffer.

#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
int items = 0;

void *producer(void *unused)
{
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&not_empty, &lock);
    items--;
    assert(items >= 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t producing, consuming[2];
    pthread_create(&consuming[0], 0, consumer, 0);
    pthread_create(&consuming[1], 0, consumer, 0);
    pthread_create(&producing, 0, producer, 0);
    pthread_join(producing, 0);
    return 0;
}
