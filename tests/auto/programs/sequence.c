// expect: safe
// A sequence lock: a reader tries again if somebody has written in the meantime.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *writer(void *arg)
{
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&first, i);
        atomic_store(&second, i);
        atomic_fetch_add(&sequence, 1);
    }
    return 0;
}

static void *reader(void *arg)
{
    unsigned before;
    int x, y;
    do {
        while ((before = atomic_load(&sequence)) & 1)
            ;
        x = atomic_load(&first);
        y = atomic_load(&second);
    } while (atomic_load(&sequence) != before);
    assert(x == y);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
