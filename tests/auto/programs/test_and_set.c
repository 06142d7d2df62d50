// expect: safe
// A lock that is taken by test-and-set, three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int in_section, count;

static void *worker(void *arg)
{
    while (atomic_flag_test_and_set(&taken))
        ;
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    atomic_flag_clear(&taken);
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
