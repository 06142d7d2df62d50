// Two threads under one mutex: increments are not lost, and try-lock fails exactly when the mutex is held.
// observe: counter busy
// outcomes: 2 0 | 1 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter, busy;
void *adder(void *unused) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, adder, 0);
    int got = pthread_mutex_trylock(&m);
    assert(got == 0 || got == EBUSY);
    if (got == 0) {
        counter++;
        assert(pthread_mutex_unlock(&m) == 0);
    } else
        busy = 1;
    pthread_join(t, 0);
}
