// Numbers given out by a bitmap of atomic words: the first bit that is clear is found and set.  BUG: found and set in two steps.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define WORDS 2
#define BITS 2

static _Atomic uint64_t map[WORDS];
static int owner[WORDS * BITS];

static int allocate(void)
{
    for (int w = 0; w < WORDS; w++) {
        uint64_t seen = atomic_load_explicit(&map[w], memory_order_relaxed);
        while (~seen & ((1u << BITS) - 1)) {
            int bit = __builtin_ctzll(~seen);
#ifdef BUG
            atomic_store_explicit(&map[w], seen | (uint64_t)1 << bit, memory_order_release);
            return w * BITS + bit;
#else
            if (atomic_compare_exchange_weak_explicit(&map[w], &seen, seen | (uint64_t)1 << bit, memory_order_acquire, memory_order_relaxed))
                return w * BITS + bit;
#endif
        }
    }
    return -1;
}

static void release(int id)
{
    uint64_t before = atomic_fetch_and_explicit(&map[id / BITS], ~((uint64_t)1 << id % BITS), memory_order_release);
    assert(before >> id % BITS & 1);
}

static void *user(void *arg)
{
    for (int round = 0; round < 2; round++) {
        int id = allocate();
        assert(id >= 0);
        owner[id] = (int)(intptr_t)arg;
        assert(owner[id] == (int)(intptr_t)arg);
        release(id);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, user, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int w = 0; w < WORDS; w++)
        assert(map[w] == 0);
    return 0;
}
