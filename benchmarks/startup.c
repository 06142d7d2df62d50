// A small program of two threads: what checking it takes is mostly start-up.

#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance = 10;

void *deposit(void *unused)
{
    pthread_mutex_lock(&lock);
    balance = balance + 5;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *withdraw(void *unused)
{
    balance = balance - 5; // forgot the lock
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, deposit, 0), pthread_create(&second, 0, withdraw, 0);
    pthread_join(first, 0), pthread_join(second, 0);
    assert(balance == 10);
    return 0;
}
