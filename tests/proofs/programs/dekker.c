// Dekker's lock: two threads enter and leave for ever.  With FENCED it holds under store buffers too; BROKEN: nobody waits
// for the turn.
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
        wants0 = 1;
        FENCE();
#ifdef BROKEN
        if (wants1 && turn == 1)
            turn = 0;
#else
        while (wants1) {
            if (turn == 1) {
                wants0 = 0;
                while (turn == 1)
                    ;
                wants0 = 1;
                FENCE();
            }
        }
#endif
        inside = 0;
        assert(inside == 0);
        FENCE();
        turn = 1;
        FENCE();
        wants0 = 0;
    }
}

void *second(void *unused)
{
    while (1) {
        wants1 = 1;
        FENCE();
        while (wants0) {
            if (turn == 0) {
                wants1 = 0;
                while (turn == 0)
                    ;
                wants1 = 1;
                FENCE();
            }
        }
        inside = 1;
        assert(inside == 1);
        FENCE();
        turn = 0;
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
