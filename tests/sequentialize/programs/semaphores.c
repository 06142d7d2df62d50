// expect: safe unwind=2 rounds=4
// Ping-pong with two semaphores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ping, pong;
int ball;

void *player(void *unused)
{
    sem_wait(&ping);
    ball = ball * 2;
    sem_post(&pong);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&t, 0, player, 0);
    ball = 3;
    sem_post(&ping);
    sem_wait(&pong);
    assert(ball == 6);
    pthread_join(t, 0);
    return 0;
}
