// A barrier separates phases, can be used again, and tells exactly one thread that it is special.
// observe: special
// outcomes: 2
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int a[2], special;
void phase(int me) {
    a[me]++;
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
        __atomic_fetch_add(&special, 1, __ATOMIC_SEQ_CST);
    assert(a[1 - me] == a[me]);
}
void *other(void *unused) {
    phase(1);
    pthread_barrier_wait(&b);
    phase(1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, other, 0);
    phase(0);
    pthread_barrier_wait(&b);
    phase(0);
    pthread_join(t, 0);
}
