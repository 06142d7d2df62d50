// expect: violation
// unwind: 2
// Double-checked locking that announces the value before it has stored it.

#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int initialized;
int value;

int get(void)
{
    if (!initialized) {
        pthread_mutex_lock(&lock);
        if (!initialized) {
            initialized = 1;
            value = 42;
        }
        pthread_mutex_unlock(&lock);
    }
    return value;
}

void *worker(void *unused)
{
    assert(get() == 42);
    return 0;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, worker, (void *)0L);
    pthread_create(&second, 0, worker, (void *)1L);
    pthread_create(&third, 0, worker, (void *)2L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
