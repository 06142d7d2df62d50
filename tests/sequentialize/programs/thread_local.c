// expect: safe unwind=2 rounds=3
// Each thread has its own copy, with its own initial value.
#include <assert.h>
#include <pthread.h>

_Thread_local int own = 5;
int shared;

void *work(void *arg)
{
    own += (int)(long)arg;
    shared = own;
    assert(own == 5 + (int)(long)arg);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)1L);
    pthread_create(&b, 0, work, (void *)2L);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(own == 5 && (shared == 6 || shared == 7));
    return 0;
}
