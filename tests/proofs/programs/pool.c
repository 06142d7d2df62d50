// Pairs of cells given out to any number of threads, under a lock of the program's own that tests that it is held.
// BROKEN: the lock is given back before the pair is marked as given out.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#ifdef BROKEN
#define CELLS 3
#else
#define CELLS 81
#endif
int cells[CELLS], next = 1, lock, loading, loaded;

void acquire(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
}

void release(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lock == 1);
    lock = 0;
    __VERIFIER_atomic_end();
}

int give(void)
{
    acquire();
    if (next + 1 > CELLS - 1) {
        release();
        return 0;
    }
#ifdef BROKEN
    release();
#endif
    int pair = next;
    next += 2;
#ifndef BROKEN
    release();
#endif
    return pair;
}

void load(void)
{
    acquire();
    if (!loaded && !loading) {
        loading = 1;
        release();
        acquire();
        assert(loading && !loaded);
        loaded = 1;
        loading = 0;
    }
    release();
}

void *worker(void *unused)
{
    load();
    while (1) {
        int pair = give();
        if (pair != 0) {
            cells[pair] = 1;
            cells[pair + 1] = 2;
        }
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
