// Peterson's lock: two threads enter and leave for ever.  With FENCED it holds under store buffers too; BROKEN: the
// turn is given before the wish is shown.
#include <assert.h>
#include <pthread.h>
#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif

int wants0, wants1, turn, inside;

void *first(void *unused)
{
    while (1) {
#ifdef BROKEN
        turn = 1;
        FENCE();
        wants0 = 1;
#else
        wants0 = 1;
        FENCE();
        turn = 1;
#endif
        FENCE();
        while (wants1 && turn == 1)
            ;
        inside = 0;
        assert(inside == 0);
        FENCE();
        wants0 = 0;
    }
}

void *second(void *unused)
{
    while (1) {
#ifdef BROKEN
        turn = 0;
        FENCE();
        wants1 = 1;
#else
        wants1 = 1;
        FENCE();
        turn = 0;
#endif
        FENCE();
        while (wants0 && turn == 0)
            ;
        inside = 1;
        assert(inside == 1);
        FENCE();
        wants1 = 0;
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
