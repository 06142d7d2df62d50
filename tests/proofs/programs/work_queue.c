// A queue of work in a ring: main puts jobs in, workers take them out, each job once.  BROKEN: a worker takes its job after it has
// given the lock back.
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
        while (head == tail)
            pthread_cond_wait(&changed, &m);
        unsigned at = head % SIZE;
        head++;
#ifdef BROKEN
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
#endif
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
