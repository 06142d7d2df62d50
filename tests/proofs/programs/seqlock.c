// A sequence lock: one writer, any number of readers.  The number only grows: where it came round again while a reader
// waits, the reader could not tell.  BROKEN: readers do not look at the number again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);

_Atomic unsigned sequence;
_Atomic int first, second;

void *writer(void *unused)
{
    int value = 0;
    while (1) {
        value = !value;
        unsigned before = atomic_load(&sequence);
        __VERIFIER_assume(before < 4294967294u);
        atomic_store(&sequence, before + 1);
        atomic_store(&first, value);
        atomic_store(&second, value);
        atomic_store(&sequence, before + 2);
    }
}

void *reader(void *unused)
{
    while (1) {
        unsigned before = atomic_load(&sequence);
        if (before % 2)
            continue;
        int a = atomic_load(&first), b = atomic_load(&second);
#ifndef BROKEN
        if (atomic_load(&sequence) != before)
            continue;
#endif
        assert(a == b);
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (1)
        pthread_create(&t, 0, reader, 0);
}
