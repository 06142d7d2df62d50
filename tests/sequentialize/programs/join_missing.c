// expect: violation unwind=2 rounds=2
#include <assert.h>
#include <pthread.h>

int done;

void *work(void *unused)
{
    done = 1;
    pthread_exit((void *)7);
}

int main(void)
{
    pthread_t a;
    void *result = 0;
    pthread_create(&a, 0, work, 0);
    if (!done)
        pthread_detach(a);
    else
        pthread_join(a, &result);
    assert(done);
    return 0;
}
