// A thread that waits for ever can be cancelled; one that disabled cancellation cannot.
// observe: done
// outcomes: 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t never;
int done, immune;
void *waiter(void *unused) {
    sem_wait(&never);
    assert(0);
}
void *stubborn(void *unused) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_testcancel();
    immune = 1;
    return 0;
}
int main(void) {
    pthread_t t, u;
    void *result;
    pthread_create(&t, 0, waiter, 0);
    pthread_create(&u, 0, stubborn, 0);
    pthread_cancel(t);
    pthread_cancel(u);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_join(u, &result);
    assert(result == 0 && immune);
    done = 1;
}
