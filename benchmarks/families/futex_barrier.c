// A barrier that can be used again: arrivals are counted, the last one opens the next generation and wakes the others, which spin a little
// and then sleep.  BUG: it opens when one is missing, and arrivals are counted in two steps.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

struct barrier { atomic_uint generation; atomic_uint arrived; unsigned needed; };

static int barrier_wait(struct barrier *b)
{
    unsigned generation = atomic_load_explicit(&b->generation, memory_order_acquire);
#ifdef BUG
    unsigned n = atomic_load_explicit(&b->arrived, memory_order_acquire) + 1;
    atomic_store_explicit(&b->arrived, n, memory_order_release);
    if (n >= b->needed - 1) {
#else
    unsigned n = atomic_fetch_add_explicit(&b->arrived, 1, memory_order_acq_rel) + 1;
    if (n == b->needed) {
#endif
        atomic_store_explicit(&b->arrived, 0, memory_order_relaxed);
        atomic_fetch_add_explicit(&b->generation, 1, memory_order_release);
        syscall(SYS_futex, &b->generation, FUTEX_WAKE_PRIVATE, 0x7fffffff);
        return 1;
    }
    for (int spins = 100; spins > 0; spins--)
        if (atomic_load_explicit(&b->generation, memory_order_acquire) != generation)
            return 0;
    while (atomic_load_explicit(&b->generation, memory_order_acquire) == generation)
        syscall(SYS_futex, &b->generation, FUTEX_WAIT_PRIVATE, generation, NULL);
    return 0;
}

static struct barrier barrier = { .needed = 3 };
static int cell[3];

static void *phase(void *arg)
{
    long id = (long)arg;
    cell[id] = 1;
    barrier_wait(&barrier);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += cell[i];
    assert(sum == 3);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, phase, (void *)i);
    phase((void *)2L);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
