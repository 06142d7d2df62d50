// A reader-writer lock: a counter of readers, or -1 for a writer; any number of both.  BROKEN: a writer does not look for
// readers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int data, copy;

void *reader(void *unused)
{
    while (1) {
        int seen = atomic_load(&lock);
        if (seen < 0 || seen >= 1000000 || !atomic_compare_exchange_strong(&lock, &seen, seen + 1))
            continue;
        int a = data, b = copy;
        assert(a == b);
        atomic_fetch_sub(&lock, 1);
    }
}

void *writer(void *unused)
{
    int value = 0;
    while (1) {
#ifdef BROKEN
        atomic_exchange(&lock, -1);
#else
        int none = 0;
        if (!atomic_compare_exchange_strong(&lock, &none, -1))
            continue;
#endif
        data = value;
        copy = value;
        value = !value;
        atomic_store(&lock, 0);
    }
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, reader, 0);
        pthread_create(&t, 0, writer, 0);
    }
}
