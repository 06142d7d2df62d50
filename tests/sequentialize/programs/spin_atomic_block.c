// expect: safe unwind=3 rounds=3
// A lock made of an atomic block; the spinning thread is cut off by the bound.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int locked, inside;

int try_lock(void)
{
    int got = 0;
    __VERIFIER_atomic_begin();
    if (!locked) {
        locked = 1;
        got = 1;
    }
    __VERIFIER_atomic_end();
    return got;
}

void *work(void *unused)
{
    while (!try_lock())
        ;
    inside++;
    assert(inside == 1);
    inside--;
    locked = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    return 0;
}
