// A ticket lock, for any number of threads.  BROKEN: a ticket is read and written, not drawn in one step.
// NARROW: there are fewer numbers than there may be threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef NARROW
typedef unsigned char ticket;
#else
typedef unsigned ticket;
#endif
_Atomic ticket next, serving;
int inside;

void *worker(void *unused)
{
    while (1) {
#ifdef BROKEN
        ticket mine = atomic_load(&next);
        atomic_store(&next, mine + 1);
#else
        ticket mine = atomic_fetch_add(&next, 1);
#endif
        while (atomic_load(&serving) != mine)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&serving, mine + 1);
    }
}

int main(void)
{
    pthread_t t;
#ifdef TWO
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
#else
    while (1)
        pthread_create(&t, 0, worker, 0);
#endif
}
