// expect: safe
// Two threads that give each other a number, again and again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int number;

static void *ping(void *arg)
{
    for (int i = 0; i < 4; i++) {
        while (atomic_load(&turn) != 0)
            ;
        assert(number == 2 * i);
        number++;
        atomic_store(&turn, 1);
    }
    return 0;
}

static void *pong(void *arg)
{
    for (int i = 0; i < 4; i++) {
        while (atomic_load(&turn) != 1)
            ;
        assert(number == 2 * i + 1);
        number++;
        atomic_store(&turn, 0);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, ping, 0);
    pthread_create(&b, 0, pong, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(number == 8);
}
