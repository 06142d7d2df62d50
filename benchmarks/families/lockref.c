// A count of references and its spin lock in one word: as long as nobody holds the lock, the count changes by one exchange of the word, tried a
// hundred times before the lock is taken.  The last reference gone, the object is dead.  BUG: getting one does not look whether it is dead.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

union lockref {
    _Atomic uint64_t word;
    struct { atomic_uint lock; int count; };
};

static union lockref ref = { .count = 1 };
static int *object;

static int count_of(uint64_t word) { return (int)(word >> 32); }
static bool is_locked(uint64_t word) { return (uint32_t)word; }
static uint64_t with_count(int count) { return (uint64_t)(uint32_t)count << 32; }

static void spin_lock(void)
{
    for (;;) {
        uint64_t seen = atomic_load_explicit(&ref.word, memory_order_relaxed);
        if (!is_locked(seen) && atomic_compare_exchange_weak_explicit(&ref.word, &seen, seen | 1, memory_order_acquire, memory_order_relaxed))
            return;
    }
}

static void spin_unlock(int count)
{
    atomic_store_explicit(&ref.word, with_count(count), memory_order_release);
}

/* Adds to the count if it is at least `least`; says whether it did, and what it is now. */
static bool change(int by, int least, int *now)
{
    uint64_t seen = atomic_load_explicit(&ref.word, memory_order_relaxed);
    for (int retry = 100; retry && !is_locked(seen); retry--) {
        if (count_of(seen) < least)
            return false;
        *now = count_of(seen) + by;
        if (atomic_compare_exchange_strong_explicit(&ref.word, &seen, with_count(*now), memory_order_acq_rel, memory_order_relaxed))
            return true;
    }
    spin_lock();
    int count = count_of(atomic_load_explicit(&ref.word, memory_order_relaxed));
    bool can = count >= least;
    if (can)
        *now = count += by;
    spin_unlock(count);
    return can;
}

static bool get(void)
{
    int now;
#ifdef BUG
    return change(1, 0, &now);
#else
    return change(1, 1, &now);
#endif
}

static void put(void)
{
    int now;
    assert(change(-1, 1, &now));
    if (now == 0)
        free(object);
}

static void *user(void *unused)
{
    if (get()) {
        assert(*object == 42);
        put();
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    object = malloc(sizeof *object);
    if (!object)
        abort();
    *object = 42;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    put();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(ref.word == 0);
    return 0;
}
