// Two deposits at once: each thread reads the balance, adds to it and writes it back.
// If both read before either writes, one deposit is lost.

#include <assert.h>
#include <pthread.h>

int balance = 0;

void *deposit(void *amount)
{
    int seen = balance;
    balance = seen + *(int *)amount;
    return 0;
}

int main(void)
{
    pthread_t alice, bob;
    int ten = 10, five = 5;

    pthread_create(&alice, 0, deposit, &ten);
    pthread_create(&bob, 0, deposit, &five);
    pthread_join(alice, 0);
    pthread_join(bob, 0);

    assert(balance == 15);
    return 0;
}
