// The routine runs once, and nobody passes before it is done.
// observe: runs
// outcomes: 1
#include <assert.h>
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int runs, ready;
void init(void) {
    runs++;
    ready = 1;
}
void *user(void *unused) {
    pthread_once(&once, init);
    assert(ready);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, user, 0);
    user(0);
    pthread_join(t, 0);
}
