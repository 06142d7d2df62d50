// expect: violation unwind=4 rounds=2
// Threads share a matrix; the index is a variable and the sum is read too early.
#include <assert.h>
#include <pthread.h>

short grid[2][3];

void *fill(void *arg)
{
    int row = *(int *)arg;
    for (int i = 0; i < 3; i++)
        grid[row][i] = (short)(row + i);
    return 0;
}

int main(void)
{
    pthread_t a;
    int row = 1;
    pthread_create(&a, 0, fill, &row);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += grid[1][i];
    assert(sum == 6);
    return 0;
}
