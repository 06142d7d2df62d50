// A lock of one word as a C library has it: the sign says that somebody is inside, the rest counts those inside and in line; a few tries
// by spinning, then a futex.  BUG: unlocking looks at the count before it subtracts, in two steps.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#define INSIDE INT_MIN
#define ONE (INSIDE + 1)

static int cas(int *p, int expected, int desired)
{
    __atomic_compare_exchange_n(p, &expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

static void lock(int *l)
{
    int current = cas(l, 0, ONE);
    if (!current)
        return;
    for (unsigned i = 0; i < 10; ++i) {
        if (current < 0)
            current -= ONE;
        int seen = cas(l, current, INSIDE + (current + 1));
        if (seen == current)
            return;
        current = seen;
    }
    current = __atomic_fetch_add(l, 1, __ATOMIC_SEQ_CST) + 1;
    for (;;) {
        if (current < 0) {
            syscall(SYS_futex, l, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, current, NULL);
            current -= ONE;
        }
        int seen = cas(l, current, INSIDE + current);
        if (seen == current)
            return;
        current = seen;
    }
}

static void unlock(int *l)
{
    if (__atomic_load_n(l, __ATOMIC_RELAXED) >= 0)
        return;
#ifdef BUG
    int before = __atomic_load_n(l, __ATOMIC_SEQ_CST);
    __atomic_store_n(l, before - ONE, __ATOMIC_SEQ_CST);
#else
    int before = __atomic_fetch_add(l, -ONE, __ATOMIC_SEQ_CST);
#endif
    if (before != ONE)
        syscall(SYS_futex, l, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1);
}

static int word;
static int inside, total;

static void *worker(void *unused)
{
    lock(&word);
    inside++;
    assert(inside == 1);
    total++;
    inside--;
    unlock(&word);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    worker(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(total == 3);
    assert(word == 0);
    return 0;
}
