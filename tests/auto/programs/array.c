// expect: safe
// Anderson's lock: every thread spins on a flag of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint tail;
static atomic_int may_go[4] = {1};
static int in_section, count;

static void *worker(void *arg)
{
    unsigned mine = atomic_fetch_add(&tail, 1) % 4;
    while (!atomic_load(&may_go[mine]))
        ;
    atomic_store(&may_go[mine], 0);
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    atomic_store(&may_go[(mine + 1) % 4], 1);
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
