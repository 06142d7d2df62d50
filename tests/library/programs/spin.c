// Spin locks exclude.
// observe: counter
// outcomes: 2
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_spinlock_t l;
int counter;
void *adder(void *unused) {
    pthread_spin_lock(&l);
    counter++;
    pthread_spin_unlock(&l);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_trylock(&l) == 0);
    assert(pthread_spin_trylock(&l) == EBUSY);
    pthread_spin_unlock(&l);
    pthread_create(&t, 0, adder, 0);
    adder(0);
    pthread_join(t, 0);
}
