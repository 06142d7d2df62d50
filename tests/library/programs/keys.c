// Thread-specific data is per thread; destructors run when a thread ends, not when main returns.
// observe: destroyed
// outcomes: 42 | 43
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_key_t key, plain;
int destroyed;
_Bool __VERIFIER_nondet_bool(void);
void destructor(void *value) {
    destroyed += (int)(long)value;
    assert(pthread_getspecific(key) == 0);
}
void *worker(void *how) {
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, (void *)42) == 0);
    assert(pthread_getspecific(key) == (void *)42);
    if (how)
        pthread_exit(0);
    return 0;
}
int main(void) {
    pthread_t t;
    _Bool how = __VERIFIER_nondet_bool();
    assert(pthread_key_create(&plain, 0) == 0 && pthread_key_create(&key, destructor) == 0 && key != plain);
    assert(pthread_setspecific(key, (void *)16) == 0);
    pthread_create(&t, 0, worker, (void *)(long)how);
    pthread_join(t, 0);
    assert(pthread_getspecific(key) == (void *)16);
    destroyed += how;
    assert(pthread_key_delete(plain) == 0 && pthread_setspecific(plain, 0) == EINVAL);
}
