// expect: safe
// A semaphore made of a condition variable: at most one thread of three has the permit.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int permits = 1, inside;

static void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (permits == 0)
        pthread_cond_wait(&released, &mutex);
    permits--;
    pthread_mutex_unlock(&mutex);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_lock(&mutex);
    permits++;
    pthread_cond_signal(&released);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(permits == 1);
}
