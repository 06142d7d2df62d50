// expect: safe unwind=4 rounds=2
// Loops made of gotos, with a jump out of a nested one.
#include <assert.h>
#include <pthread.h>

int found = -1;

void *search(void *arg)
{
    int *a = arg;
    int i = 0, j;
again:
    for (j = 0; j < 2; j++)
        if (a[2 * i + j] == 7)
            goto out;
    if (++i < 2)
        goto again;
    return 0;
out:
    found = 2 * i + j;
    return 0;
}

int main(void)
{
    pthread_t t;
    int a[4] = { 1, 3, 7, 9 };
    pthread_create(&t, 0, search, a);
    pthread_join(t, 0);
    assert(found == 2);
    return 0;
}
