// The new thread can read its own pthread_t where the creator put it; results and self-joins.
// observe: done
// outcomes: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_t t;
int done;
void *same(void *arg) {
    assert(pthread_equal(t, pthread_self()));
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    pthread_exit((char *)arg + 1);
}
int main(void) {
    void *result;
    pthread_attr_t attr;
    int state;
    assert(t == 0 && pthread_self() != 0);
    pthread_attr_init(&attr);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_create(&t, &attr, same, (void *)4) == 0);
    assert(!pthread_equal(t, pthread_self()));
    assert(pthread_join(t, &result) == 0 && result == (void *)5);
    done = 1;
}
