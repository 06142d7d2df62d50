// Lamport's bakery for two, with tickets that are numbers without bound (up to where they would not fit any more).
// BROKEN: nobody waits for a ticket that is being drawn.
#include <assert.h>
#include <pthread.h>
#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif
extern void __VERIFIER_assume(int);

int draws0, draws1, inside;
unsigned ticket0, ticket1;

void *first(void *unused)
{
    while (1) {
        draws0 = 1;
        FENCE();
        unsigned seen = ticket1;
        __VERIFIER_assume(seen < 4294967295u);
        ticket0 = seen + 1;
        FENCE();
        draws0 = 0;
        FENCE();
#ifndef BROKEN
        while (draws1)
            ;
#endif
        while (1) {
            unsigned other = ticket1;
            if (other == 0 || ticket0 <= other)
                break;
        }
        inside = 0;
        assert(inside == 0);
        FENCE();
        ticket0 = 0;
        FENCE();
    }
}

void *second(void *unused)
{
    while (1) {
        draws1 = 1;
        FENCE();
        unsigned seen = ticket0;
        __VERIFIER_assume(seen < 4294967295u);
        ticket1 = seen + 1;
        FENCE();
        draws1 = 0;
        FENCE();
#ifndef BROKEN
        while (draws0)
            ;
#endif
        while (1) {
            unsigned other = ticket0;
            if (other == 0 || ticket1 < other)
                break;
        }
        inside = 1;
        assert(inside == 1);
        FENCE();
        ticket1 = 0;
        FENCE();
    }
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
