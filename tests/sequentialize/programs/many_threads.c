// expect: violation unwind=4 rounds=2
// Threads made in a loop, each with an argument of its own; one starts another.
#include <assert.h>
#include <pthread.h>

int arguments[3], sum;

void *leaf(void *arg)
{
    sum += *(int *)arg;
    return 0;
}

void *inner(void *arg)
{
    pthread_t t;
    int mine = 100;
    pthread_create(&t, 0, leaf, &mine);
    pthread_join(t, 0);
    return leaf(arg);
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        arguments[i] = i + 1;
        pthread_create(&t[i], 0, i ? inner : leaf, &arguments[i]);
    }
    pthread_join(t[0], 0);
    assert(sum != 101);
    return 0;
}
