// expect: safe unwind=2 rounds=2
// Results of joined threads, joined through an array of handles.
#include <assert.h>
#include <pthread.h>

void *square(void *arg)
{
    long n = (long)arg;
    return (void *)(n * n);
}

int main(void)
{
    pthread_t threads[3];
    long sum = 0;
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, square, (void *)(i + 1));
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += (long)result;
    }
    assert(sum == 14);
    return 0;
}
