// expect: safe
// A buffer with one place: everything that is put into it is taken out, in order.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int is_full, item;

static void *producer(void *arg)
{
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&mutex);
        while (is_full)
            pthread_cond_wait(&emptied, &mutex);
        item = i;
        is_full = 1;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void *consumer(void *arg)
{
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&mutex);
        while (!is_full)
            pthread_cond_wait(&filled, &mutex);
        assert(item == i);
        is_full = 0;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!is_full);
}
