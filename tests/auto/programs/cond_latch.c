// expect: safe
// main waits until three threads have counted down, and sees what they have done.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t zero = PTHREAD_COND_INITIALIZER;
static int left = 3, sum;

static void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    sum++;
    if (--left == 0)
        pthread_cond_signal(&zero);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    pthread_mutex_lock(&mutex);
    while (left > 0)
        pthread_cond_wait(&zero, &mutex);
    assert(sum == 3);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
