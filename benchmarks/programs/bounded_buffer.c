// expect: safe
// unwind: 3
// A buffer of one slot with two condition variables; the consumer must get the items in order.

#include <assert.h>
#include <pthread.h>

#define ITEMS 2
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
int slot, full;

void *producer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&not_full, &lock);
        slot = i;
        full = 1;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *consumer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (!full)
            pthread_cond_wait(&not_empty, &lock);
        assert(slot == i);
        full = 0;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t producing, consuming;
    pthread_create(&producing, 0, producer, 0);
    pthread_create(&consuming, 0, consumer, 0);
    pthread_join(producing, 0);
    pthread_join(consuming, 0);
    return 0;
}
