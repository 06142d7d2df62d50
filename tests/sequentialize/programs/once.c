// expect: safe unwind=2 rounds=3
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int initialized;

void initialize(void) { initialized++; }

void *work(void *unused)
{
    pthread_once(&once, initialize);
    assert(initialized == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
