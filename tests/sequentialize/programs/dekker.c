// expect: safe unwind=2 rounds=4
// Store buffering cannot be seen under sequential consistency.
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

void *left(void *unused)
{
    x = 1;
    r1 = y;
    return 0;
}

void *right(void *unused)
{
    y = 1;
    r2 = x;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
