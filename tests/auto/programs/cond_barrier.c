// expect: safe
// A barrier with a condition variable.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t everybody = PTHREAD_COND_INITIALIZER;
static int arrived, done[2];

static void *worker(void *arg)
{
    int me = *(int *)arg;
    done[me] = 1;
    pthread_mutex_lock(&mutex);
    if (++arrived == 2)
        pthread_cond_broadcast(&everybody);
    while (arrived < 2)
        pthread_cond_wait(&everybody, &mutex);
    pthread_mutex_unlock(&mutex);
    assert(done[1 - me]);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, 0, worker, &zero);
    pthread_create(&b, 0, worker, &one);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
