/* A mutex of three states on a futex: free, held, held and somebody may sleep.  -DTRYLOCK_RELAXED: the fast path does not acquire;
   -DUNLOCK_RELAXED: unlocking is a load and a relaxed store (a sleeper can be missed too, but that is no assertion). */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MUTEX_FREE, MUTEX_LOCKED, MUTEX_SLEEPING };

typedef struct {
    atomic_int state;
} mutex_t;

static inline long futex_wait(atomic_int *futex, int value)
{
    return syscall(SYS_futex, futex, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static inline long futex_wake(atomic_int *futex, int limit)
{
    return syscall(SYS_futex, futex, FUTEX_WAKE_PRIVATE, limit, NULL, NULL, 0);
}

static bool mutex_trylock(mutex_t *m)
{
    int expected = MUTEX_FREE;
#ifdef TRYLOCK_RELAXED
    return atomic_compare_exchange_strong_explicit(&m->state, &expected, MUTEX_LOCKED, memory_order_relaxed, memory_order_relaxed);
#else
    return atomic_compare_exchange_strong_explicit(&m->state, &expected, MUTEX_LOCKED, memory_order_acquire, memory_order_relaxed);
#endif
}

static void mutex_lock(mutex_t *m)
{
    if (mutex_trylock(m))
        return;
    while (atomic_exchange_explicit(&m->state, MUTEX_SLEEPING, memory_order_acquire) != MUTEX_FREE)
        futex_wait(&m->state, MUTEX_SLEEPING);
}

static void mutex_unlock(mutex_t *m)
{
#ifdef UNLOCK_RELAXED
    int old = atomic_load_explicit(&m->state, memory_order_relaxed);
    atomic_store_explicit(&m->state, MUTEX_FREE, memory_order_relaxed);
#else
    int old = atomic_exchange_explicit(&m->state, MUTEX_FREE, memory_order_release);
#endif
    if (old == MUTEX_SLEEPING)
        futex_wake(&m->state, 1);
}

static mutex_t mutex;
static int balance;

static void *deposit(void *amount)
{
    mutex_lock(&mutex);
    int seen = balance;
    balance = seen + *(int *)amount;
    mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    int five = 5, ten = 10;
    pthread_t a, b;
    if (pthread_create(&a, NULL, deposit, &five) || pthread_create(&b, NULL, deposit, &ten)) {
        perror("pthread_create");
        exit(EXIT_FAILURE);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 15);
    return 0;
}
