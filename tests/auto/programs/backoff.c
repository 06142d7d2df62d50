// expect: safe
// Who does not get the lock waits a little, and longer every time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int in_section, count;

static void *worker(void *arg)
{
    for (int pause = 1; atomic_exchange(&taken, 1); pause = pause < 4 ? 2 * pause : pause)
        for (volatile int i = 0; i < pause; i++)
            ;
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    atomic_store(&taken, 0);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, worker, 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(count == 2);
}
