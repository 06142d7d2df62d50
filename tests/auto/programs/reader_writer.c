// expect: safe
// A lock of readers and writers: its word counts readers, and is -1 while somebody writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int first, second;

static void *writer(void *arg)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&state, &expected, -1))
        expected = 0;
    first++;
    second++;
    atomic_store(&state, 0);
    return 0;
}

static void *reader(void *arg)
{
    int readers;
    do
        readers = atomic_load(&state);
    while (readers < 0 || !atomic_compare_exchange_strong(&state, &readers, readers + 1));
    assert(first == second);
    atomic_fetch_sub(&state, 1);
    return 0;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&c, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(first == 1);
}
