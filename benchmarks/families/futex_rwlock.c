// A lock for readers and writers in one word (the number of readers, or WRITER), with a count of waiters and a short spin before the futex.
// BUG: a writer that finds one reader takes the lock, as an upgrade would.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WRITER 0x7fffffff

static atomic_int state, waiters;

static bool try_read(void)
{
    int seen;
    do {
        seen = atomic_load_explicit(&state, memory_order_relaxed);
        if (seen == WRITER)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&state, &seen, seen + 1, memory_order_acquire, memory_order_relaxed));
    return true;
}

static bool try_write(void)
{
    int seen = 0;
#ifdef BUG
    if (atomic_load_explicit(&state, memory_order_relaxed) == 1)
        seen = 1;
#endif
    return atomic_compare_exchange_strong_explicit(&state, &seen, WRITER, memory_order_acquire, memory_order_relaxed);
}

static void wait_until(bool (*try)(void))
{
    if (try())
        return;
    for (int spins = 100; spins && atomic_load_explicit(&state, memory_order_relaxed) && !atomic_load_explicit(&waiters, memory_order_relaxed); spins--)
        ;
    while (!try()) {
        int seen = atomic_load_explicit(&state, memory_order_relaxed);
        if (seen == 0)
            continue;
        atomic_fetch_add(&waiters, 1);
        syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, seen, NULL);
        atomic_fetch_sub(&waiters, 1);
    }
}

static void unlock(void)
{
    int seen, next;
    do {
        seen = atomic_load_explicit(&state, memory_order_relaxed);
        next = seen == WRITER || seen == 1 ? 0 : seen - 1;
    } while (!atomic_compare_exchange_weak_explicit(&state, &seen, next, memory_order_release, memory_order_relaxed));
    if (next == 0 && atomic_load(&waiters))
        syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 0x7fffffff);
}

static int first, second;

static void *reader(void *unused)
{
    wait_until(try_read);
    int a = first, b = second;
    unlock();
    assert(a == b);
    return unused;
}

static void *writer(void *unused)
{
    wait_until(try_write);
    first++;
    second++;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t r, w;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    writer(NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    assert(first == 2 && second == 2);
    return 0;
}
