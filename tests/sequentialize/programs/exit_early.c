// expect: violation unwind=2 rounds=2
// main writes and ends the program; the thread may still see the write before that.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

void *work(void *unused)
{
    assert(x == 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    exit(0);
}
