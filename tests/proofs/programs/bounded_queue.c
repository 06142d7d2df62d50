// A bounded queue with two condition variables, any number of producers and consumers.  BROKEN: a consumer that was woken does not look
// again whether there is something.
#include <assert.h>
#include <pthread.h>
#define SIZE 4

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
int count;

void *producer(void *unused)
{
    while (1) {
        pthread_mutex_lock(&m);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &m);
        count++;
        assert(count <= SIZE);
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
}

void *consumer(void *unused)
{
    while (1) {
        pthread_mutex_lock(&m);
#ifdef BROKEN
        if (count == 0)
#else
        while (count == 0)
#endif
            pthread_cond_wait(&not_empty, &m);
        count--;
        assert(count >= 0);
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, producer, 0);
        pthread_create(&t, 0, consumer, 0);
    }
}
