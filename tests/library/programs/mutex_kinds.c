// Recursive and error-checking mutexes, made by attributes and by static initializers.
// observe: done
// outcomes: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int done;
const struct timespec past;
pthread_mutex_t fixed = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
void *other(void *mutex) {
    assert(pthread_mutex_trylock(mutex) == EBUSY);
    assert(pthread_mutex_unlock(mutex) == EPERM);
    assert(pthread_mutex_timedlock(mutex, &past) == ETIMEDOUT);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_mutex_t m;
    pthread_mutexattr_t a;
    int type;
    assert(pthread_mutex_lock(&fixed) == 0);
    assert(pthread_mutex_lock(&fixed) == 0);
    assert(pthread_mutex_unlock(&fixed) == 0);
    pthread_create(&t, 0, other, &fixed);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&fixed) == 0);
    assert(pthread_mutex_unlock(&fixed) == EPERM);
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_gettype(&a, &type);
    assert(type == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_create(&t, 0, other, &m);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutexattr_settype(&a, 17) == EINVAL);
    done = 1;
}
