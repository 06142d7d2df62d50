// expect: safe
// A ticket lock, three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int in_section, count;

static void *worker(void *arg)
{
    unsigned mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine)
        ;
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    atomic_store(&serving, mine + 1);
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
