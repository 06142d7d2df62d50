// expect: safe
// unwind: 7
// rounds-table1: 7
// Two threads add to each other 6 times: at most, in strict alternation, they reach Fibonacci number 14.
// The limit is that number, and only exceeding it would be an error.

#include <assert.h>
#include <pthread.h>

#define ITERATIONS 6
#define LIMIT 377
int a = 1, b = 1;

void *add_to_a(void *unused)
{
    for (int i = 0; i < ITERATIONS; i++)
        a = a + b;
    return 0;
}

void *add_to_b(void *unused)
{
    for (int i = 0; i < ITERATIONS; i++)
        b = b + a;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, add_to_a, 0);
    pthread_create(&second, 0, add_to_b, 0);
    int seen_a = a;
    assert(seen_a <= LIMIT);
    int seen_b = b;
    assert(seen_b <= LIMIT);
    return 0;
}
