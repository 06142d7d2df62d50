// The deposits of lost_update.c, each under a lock: no deposit is lost.  Without loops, so Heddle can prove it.

#include <assert.h>
#include <pthread.h>

int balance = 0;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *deposit(void *amount)
{
    pthread_mutex_lock(&lock);
    int seen = balance;
    balance = seen + *(int *)amount;
    pthread_mutex_unlock(&lock);
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
