// expect: safe unwind=3 rounds=2
// Pointer arithmetic, comparison, difference, pointers to pointers.
#include <assert.h>
#include <pthread.h>

int values[4] = { 10, 20, 30, 40 };
int *cursor = &values[1];
int **indirect = &cursor;

void *advance(void *arg)
{
    int **c = arg;
    *c += 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, advance, indirect);
    pthread_join(t, 0);
    int *p = values, *end = values + 4;
    while (p < end && *p != 30)
        p++;
    assert(*cursor == 40 && cursor - p == 1);
    assert(*(p - 1) == 20 && cursor[-3] == 10);
    return 0;
}
