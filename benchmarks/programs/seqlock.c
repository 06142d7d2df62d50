// expect: safe
// expect-pso: violation
// unwind: 3
// A sequence lock: the writer makes the sequence number odd while it writes, a reader trusts what it read if the
// number was even and did not change.

#include <assert.h>
#include <pthread.h>

unsigned sequence;
int left, right;

void *writer(void *unused)
{
    for (int i = 1; i <= 2; i++) {
        sequence++;
        left = i;
        right = -i;
        sequence++;
    }
    return 0;
}

void *reader(void *unused)
{
    unsigned before = sequence;
    int seen_left = left;
    int seen_right = right;
    unsigned after = sequence;
    if (before % 2 == 0 && before == after)
        assert(seen_left + seen_right == 0);
    return 0;
}

int main(void)
{
    pthread_t writing, first, second;
    pthread_create(&writing, 0, writer, 0);
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(writing, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
