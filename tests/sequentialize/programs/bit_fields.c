// expect: violation unwind=2 rounds=2
// Neighbouring bit-fields share their storage: a write to one can undo a write to the other.
#include <assert.h>
#include <pthread.h>

struct flags { unsigned ready : 1; unsigned count : 7; int level : 4; } flags;

void *work(void *unused)
{
    flags.count = 100;
    return 0;
}

int main(void)
{
    pthread_t t;
    flags.level = -3;
    pthread_create(&t, 0, work, 0);
    flags.ready = 1;
    pthread_join(t, 0);
    assert(flags.level == -3);
    assert(flags.ready == 1 && flags.count == 100);
    return 0;
}
