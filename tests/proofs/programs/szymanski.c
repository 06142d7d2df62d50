// Szymanski's lock for two threads that enter and leave for ever.  BROKEN: the second does not let the first go
// before it.
#include <assert.h>
#include <pthread.h>
#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif

int flag0, flag1, inside;

void *first(void *unused)
{
    while (1) {
        flag0 = 1;
        FENCE();
        while (flag1 >= 3)
            ;
        flag0 = 3;
        FENCE();
        if (flag1 == 1) {
            flag0 = 2;
            FENCE();
            while (flag1 != 4)
                ;
        }
        flag0 = 4;
        FENCE();
        inside = 0;
        assert(inside == 0);
        FENCE();
        while (2 <= flag1 && flag1 <= 3)
            ;
        flag0 = 0;
        FENCE();
    }
}

void *second(void *unused)
{
    while (1) {
        flag1 = 1;
        FENCE();
        while (flag0 >= 3)
            ;
        flag1 = 3;
        FENCE();
        if (flag0 == 1) {
            flag1 = 2;
            FENCE();
            while (flag0 != 4)
                ;
        }
        flag1 = 4;
        FENCE();
#ifndef BROKEN
        while (flag0 >= 2)
            ;
#endif
        inside = 1;
        assert(inside == 1);
        FENCE();
        flag1 = 0;
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
