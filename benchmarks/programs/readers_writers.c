// expect: safe
// unwind: 3
// Readers share, writers exclude: a monitor of a mutex and a condition variable.

#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int readers, writing;
int left, right; // equal unless somebody writes

void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    while (writing)
        pthread_cond_wait(&changed, &lock);
    readers++;
    pthread_mutex_unlock(&lock);
    int seen = left;
    assert(right == seen);
    pthread_mutex_lock(&lock);
    readers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (writing || readers > 0)
        pthread_cond_wait(&changed, &lock);
    writing = 1;
    pthread_mutex_unlock(&lock);
    left++;
    right++;
    pthread_mutex_lock(&lock);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_create(&third, 0, writer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
