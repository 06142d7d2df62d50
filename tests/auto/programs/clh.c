// expect: safe
// The lock of Craig, Landin and Hagersten: a queue in which everybody spins on the node before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held[3];
static atomic_int tail = 2;
static int in_section, count;

static void *worker(void *arg)
{
    int me = *(int *)arg;
    atomic_store(&held[me], 1);
    int before = atomic_exchange(&tail, me);
    while (atomic_load(&held[before]))
        ;
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    atomic_store(&held[me], 0);
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
