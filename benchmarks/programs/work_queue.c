// expect: violation
// unwind: 4
// Two workers share a queue.  Each asks under the lock whether work is left, and takes it under the lock, but lets go of the
// lock in between.

#include <assert.h>
#include <pthread.h>

#define JOBS 3
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int next_job;
int done[JOBS];

int work_left(void)
{
    pthread_mutex_lock(&lock);
    int left = next_job < JOBS;
    pthread_mutex_unlock(&lock);
    return left;
}

void *worker(void *unused)
{
    while (work_left()) {
        pthread_mutex_lock(&lock);
        int job = next_job;
        next_job++;
        pthread_mutex_unlock(&lock);
        assert(job < JOBS);
        done[job] = 1;
    }
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, (void *)0L);
    pthread_create(&second, 0, worker, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
