// expect: safe unwind=3 rounds=2
// calloc, realloc, memset, memcpy and free.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int *data;

void *work(void *arg)
{
    int *own = calloc(2, sizeof(int));
    if (!own)
        return 0;
    own[1] = *(int *)arg;
    data[0] = own[0] + own[1];
    free(own);
    return 0;
}

int main(void)
{
    pthread_t a;
    int five = 5;
    data = malloc(2 * sizeof(int));
    if (!data)
        return 0;
    memset(data, 1, 2 * sizeof(int));
    pthread_create(&a, 0, work, &five);
    pthread_join(a, 0);
    int copy[2];
    memcpy(copy, data, sizeof copy);
    assert(copy[0] == 5 || copy[0] == 0x01010101);
    assert(copy[1] == 0x01010101);
    free(data);
    return 0;
}
