// expect: safe unwind=2 rounds=3
#include <assert.h>
#include <threads.h>

mtx_t lock;
int n;

int work(void *arg)
{
    mtx_lock(&lock);
    n += *(int *)arg;
    mtx_unlock(&lock);
    return n;
}

int main(void)
{
    thrd_t t;
    int two = 2, three = 3, result = 0;
    mtx_init(&lock, mtx_plain);
    thrd_create(&t, work, &two);
    work(&three);
    thrd_join(t, &result);
    assert(n == 5 && result >= 2);
    return 0;
}
