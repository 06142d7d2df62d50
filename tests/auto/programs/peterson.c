// expect: safe
// Peterson's algorithm.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int in_section, count;

static void *worker(void *arg)
{
    int me = *(int *)arg;
    atomic_store(&wants[me], 1);
    atomic_store(&turn, 1 - me);
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
        ;
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    atomic_store(&wants[me], 0);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int names[2];
    for (int i = 0; i < 2; i++) {
        names[i] = i;
        pthread_create(&threads[i], 0, worker, &names[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(count == 2);
}
