// Workers count themselves in and out of a device; whoever is the last one out after somebody has asked for it closes the
// device.  Any number of workers.  BROKEN: they look whether it is being closed before they count themselves in.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside = 1, closing, closed;

int enter(void)
{
#ifdef BROKEN
    if (closing)
        return 0;
    pthread_mutex_lock(&lock);
    inside++;
    pthread_mutex_unlock(&lock);
    return 1;
#else
    int entered = 0;
    pthread_mutex_lock(&lock);
    if (!closing) {
        inside++;
        entered = 1;
    }
    pthread_mutex_unlock(&lock);
    return entered;
#endif
}

void leave(void)
{
    pthread_mutex_lock(&lock);
    inside--;
    if (inside == 0)
        closed = 1;
    pthread_mutex_unlock(&lock);
}

void *worker(void *unused)
{
    while (enter()) {
        assert(!closed);
        leave();
    }
    return 0;
}

void *closer(void *unused)
{
    pthread_mutex_lock(&lock);
    closing = 1;
    pthread_mutex_unlock(&lock);
    leave();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, closer, 0);
    while (1)
        pthread_create(&t, 0, worker, 0);
}
