// A request is acted upon at a cancellation point, after the handlers ran, or not at all if the thread is faster.
// observe: cancelled passed
// outcomes: 1 0 | 0 1
#include <assert.h>
#include <pthread.h>
int cancelled, passed;
void handler(void *unused) {
    cancelled = 1;
}
void *worker(void *unused) {
    pthread_cleanup_push(handler, 0);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    passed = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert((result == PTHREAD_CANCELED) == cancelled);
}
