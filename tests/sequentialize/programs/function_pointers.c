// expect: violation unwind=2 rounds=2
// A table of operations; the thread changes which one is called.
#include <assert.h>
#include <pthread.h>

int twice(int x) { return 2 * x; }
int negate(int x) { return -x; }
int (*const operations[])(int) = { twice, negate };
int (*current)(int) = twice;

void *change(void *unused)
{
    current = operations[1];
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, change, 0);
    int result = current(4);
    assert(result == 8);
    return 0;
}
