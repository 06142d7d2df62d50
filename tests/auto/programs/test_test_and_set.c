// expect: safe
// A lock that is looked at before it is taken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int in_section, count;

static void *worker(void *arg)
{
    do {
        while (atomic_load(&taken))
            ;
    } while (atomic_exchange(&taken, 1));
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
