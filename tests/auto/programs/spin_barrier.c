// expect: safe
// A barrier on which threads spin: nobody passes before everybody has arrived.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting, open;
static int done[3];

static void *worker(void *arg)
{
    int me = *(int *)arg;
    done[me] = 1;
    if (atomic_fetch_add(&waiting, 1) == 2)
        atomic_store(&open, 1);
    while (!atomic_load(&open))
        ;
    assert(done[0] && done[1] && done[2]);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    int names[3];
    for (int i = 0; i < 3; i++) {
        names[i] = i;
        pthread_create(&threads[i], 0, worker, &names[i]);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
