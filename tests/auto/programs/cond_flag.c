// expect: safe
// A thread waits until another one has made something ready.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *producer(void *arg)
{
    pthread_mutex_lock(&mutex);
    data = 42;
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void *consumer(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    assert(data == 42);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, consumer, 0);
    pthread_create(&b, 0, producer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
