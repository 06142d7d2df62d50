// Any number of threads: every account has a lock of its own, and nothing is booked while nobody holds that.
#include <assert.h>
#include <pthread.h>

struct account {
    int booked;
    pthread_mutex_t lock;
} accounts[3];

extern int __VERIFIER_nondet_int(void);

void *clerk(void *unused) {
    int i = __VERIFIER_nondet_int(), j = i;
    if (i < 0 || i >= 3) return 0;
    struct account *a = &accounts[i];
#ifdef BROKEN
    j = __VERIFIER_nondet_int() && i == 2; // there are two locks for the third account
#endif
    pthread_mutex_lock(&accounts[j].lock);
    assert(a->booked == 0);
    a->booked++;
    a->booked--;
    pthread_mutex_unlock(&accounts[j].lock);
    return 0;
}

int main(void) {
    for (int i = 0; i < 3; i++) pthread_mutex_init(&accounts[i].lock, 0);
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, clerk, 0);
    }
}
