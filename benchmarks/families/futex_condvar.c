// A condition variable that is a sequence number and a count of waiters on a futex, with a mutex of three states: two consumers wait for
// an item each.  BUG: a consumer tests its condition once, and the other may have taken the item before it is awake.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

struct mutex { atomic_int state; };
struct cond { atomic_uint seq; atomic_int waiters; };

static void futex_wait(void *address, int value) { syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0); }
static void futex_wake(void *address, int n) { syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, n, NULL, NULL, 0); }

static void mutex_lock(struct mutex *m)
{
    int free = 0;
    for (int spins = 3; spins-- > 0; free = 0)
        if (atomic_compare_exchange_strong_explicit(&m->state, &free, 1, memory_order_acquire, memory_order_relaxed))
            return;
    while (atomic_exchange_explicit(&m->state, 2, memory_order_acquire))
        futex_wait(&m->state, 2);
}

static void mutex_unlock(struct mutex *m)
{
    if (atomic_exchange_explicit(&m->state, 0, memory_order_release) == 2)
        futex_wake(&m->state, 1);
}

static void cond_wait(struct cond *c, struct mutex *m)
{
    atomic_fetch_add_explicit(&c->waiters, 1, memory_order_relaxed);
    unsigned seq = atomic_load_explicit(&c->seq, memory_order_relaxed);
    mutex_unlock(m);
    futex_wait(&c->seq, seq);
    atomic_fetch_sub_explicit(&c->waiters, 1, memory_order_relaxed);
    mutex_lock(m);
}

static void cond_signal(struct cond *c)
{
    if (atomic_load_explicit(&c->waiters, memory_order_relaxed) == 0)
        return;
    atomic_fetch_add_explicit(&c->seq, 1, memory_order_relaxed);
    futex_wake(&c->seq, 1);
}

static struct mutex mutex;
static struct cond nonempty;
static int items;

static void produce(void)
{
    mutex_lock(&mutex);
    items++;
    cond_signal(&nonempty);
    mutex_unlock(&mutex);
}

static void *consume(void *unused)
{
    mutex_lock(&mutex);
#ifdef BUG
    if (items == 0)
        cond_wait(&nonempty, &mutex);
#else
    while (items == 0)
        cond_wait(&nonempty, &mutex);
#endif
    items--;
    assert(items >= 0);
    mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&b, NULL, consume, NULL);
    produce();
    produce();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(items == 0);
    return 0;
}
