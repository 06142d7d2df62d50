// expect: violation unwind=2 rounds=2
#include <assert.h>
#include <pthread.h>

enum state { IDLE, BUSY, DONE } state;
int visits;

void *step(void *unused)
{
    switch (state) {
    case IDLE:
        state = BUSY;
        visits++;
        break;
    case BUSY:
        visits += 10;
        /* fall through */
    case DONE:
        state = DONE;
        break;
    default:
        assert(0);
    }
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, step, 0);
    step(0);
    pthread_join(a, 0);
    assert(state == DONE && visits == 11);
    return 0;
}
