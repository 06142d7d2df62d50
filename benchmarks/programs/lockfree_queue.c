// expect: safe
// expect-pso: violation
// unwind: 3
// Two producers claim slots of a queue by compare-and-swap; the consumer takes the slots in order once they are filled.

#include <assert.h>
#include <pthread.h>

#define SLOTS 2
int slot[SLOTS];
int filled[SLOTS];
int tail;

void *producer(void *arg)
{
    int value = (int)(long)arg;
    int claimed = tail;
    while (!__sync_bool_compare_and_swap(&tail, claimed, claimed + 1))
        claimed = tail;
    slot[claimed] = value;
    filled[claimed] = 1;
    return 0;
}

void *consumer(void *unused)
{
    int sum = 0;
    for (int i = 0; i < SLOTS; i++) {
        while (!filled[i]) {
        }
        assert(slot[i] != 0);
        sum += slot[i];
    }
    assert(sum == 3);
    return 0;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, producer, (void *)1L);
    pthread_create(&second, 0, producer, (void *)2L);
    pthread_create(&third, 0, consumer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
