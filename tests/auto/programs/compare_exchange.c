// expect: safe
// A lock that is taken by compare-and-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int in_section, count;

static void *worker(void *arg)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&taken, &expected, 1))
        expected = 0;
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    atomic_store(&taken, 0);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], 0, worker, 0);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(count == 3);
}
