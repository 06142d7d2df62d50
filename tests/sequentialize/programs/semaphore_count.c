// expect: violation unwind=2 rounds=2
// A semaphore that starts at 2 does not exclude anybody.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t sem;
int inside;

void *work(void *unused)
{
    sem_wait(&sem);
    inside++;
    assert(inside == 1);
    inside--;
    sem_post(&sem);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&sem, 0, 2);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
