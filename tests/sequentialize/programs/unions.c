// expect: safe unwind=2 rounds=2
// The same bytes, read at several types.
#include <assert.h>
#include <pthread.h>

union word { unsigned int whole; unsigned short halves[2]; unsigned char bytes[4]; };
union word shared = { 0x01020304u };

void *work(void *arg)
{
    union word *w = arg;
    w->bytes[3] = 0xff;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, &shared);
    pthread_join(t, 0);
    assert(shared.whole == 0xff020304u);
    assert(shared.halves[0] == 0x0304 && shared.halves[1] == 0xff02);
    return 0;
}
