// expect: safe unwind=2 rounds=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *add(void *unused)
{
    atomic_fetch_add(&counter, 2);
    counter++;
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    add(0);
    pthread_join(a, 0);
    assert(atomic_load(&counter) == 6);
    return 0;
}
