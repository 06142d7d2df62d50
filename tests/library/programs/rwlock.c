// Readers share, a writer is alone.
// observe: done wrote
// outcomes: 1 7
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int done, wrote;
const struct timespec past;
void *writer(void *unused) {
    pthread_rwlock_wrlock(&l);
    wrote = 3;
    wrote = 7;
    pthread_rwlock_unlock(&l);
    return 0;
}
int main(void) {
    pthread_t t;
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&l, &past) == ETIMEDOUT);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&l, &past) == EDEADLK);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_wrlock(&l) == 0 && pthread_rwlock_rdlock(&l) == EDEADLK);
    pthread_rwlock_unlock(&l);
    pthread_create(&t, 0, writer, 0);
    pthread_rwlock_rdlock(&l);
    assert(wrote == 0 || wrote == 7);
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
    done = 1;
}
