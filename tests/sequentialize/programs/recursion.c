// expect: safe unwind=5 rounds=2
#include <assert.h>
#include <pthread.h>

int total;

int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

void *work(void *arg)
{
    total = factorial((int)(long)arg);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, work, (void *)4L);
    pthread_join(a, 0);
    assert(total == 24);
    return 0;
}
