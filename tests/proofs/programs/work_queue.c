// A queue of work in a ring: main puts jobs in, workers take them out, each job once.  BROKEN: a worker that was woken does
// not look again whether there is one.
#include <assert.h>
#include <pthread.h>
#define SIZE 4

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int jobs[SIZE];
unsigned head, tail;

void *worker(void *unused)
{
    while (1) {
        pthread_mutex_lock(&m);
#ifdef BROKEN
        if (head == tail)
#else
        while (head == tail)
#endif
            pthread_cond_wait(&changed, &m);
        unsigned at = head % SIZE;
        head++;
        int job = jobs[at];
        jobs[at] = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&m);
        assert(job == 1);
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    while (1) {
        pthread_mutex_lock(&m);
        while (tail - head == SIZE)
            pthread_cond_wait(&changed, &m);
        jobs[tail % SIZE] = 1;
        tail++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&m);
    }
}
