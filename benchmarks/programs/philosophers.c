// expect: safe
// unwind: 3
// Three dining philosophers, the last of them left-handed: nobody eats with a fork that another one holds.

#include <assert.h>
#include <pthread.h>

#define PHILOSOPHERS 3
pthread_mutex_t fork_lock[PHILOSOPHERS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int holder[PHILOSOPHERS];

void *worker(void *arg)
{
    int me = (int)(long)arg;
    int low = me < PHILOSOPHERS - 1 ? me : 0;
    int high = me < PHILOSOPHERS - 1 ? me + 1 : me;
    pthread_mutex_lock(&fork_lock[low]);
    holder[low] = me;
    pthread_mutex_lock(&fork_lock[high]);
    holder[high] = me;
    assert(holder[low] == me);
    assert(holder[high] == me);
    pthread_mutex_unlock(&fork_lock[high]);
    pthread_mutex_unlock(&fork_lock[low]);
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
