// A timed wait returns with the mutex held, in time or not.
// observe: result
// outcomes: 0 | 110
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int result;
int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c;
    struct timespec deadline = {1, 0};
    pthread_cond_init(&c, 0);
    pthread_mutex_lock(&m);
    result = pthread_cond_timedwait(&c, &m, &deadline);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_cond_broadcast(&c);
}
