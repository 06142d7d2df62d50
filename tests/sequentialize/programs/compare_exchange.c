// expect: violation unwind=2 rounds=2
// Both may not win the exchange, but either one may lose.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

_Atomic unsigned char flag;
int winners;

bool take(void)
{
    unsigned char expected = 0;
    return atomic_compare_exchange_strong(&flag, &expected, 1);
}

void *work(void *unused)
{
    if (take())
        winners = 1;
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    bool mine = take();
    pthread_join(a, 0);
    assert(!(mine && winners));
    assert(mine);
    return 0;
}
