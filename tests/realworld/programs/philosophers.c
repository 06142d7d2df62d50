/* Dining philosophers: forks are semaphores, the last philosopher picks them up the other way round.  -DTRY: each tries the second fork and puts
   the first back if it is taken; -DFORGET_FORK: the second fork is not waited for
   (with two philosophers the first one is enough: both begin with the same). */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 2
#endif

static sem_t forks[PHILOSOPHERS];
static int users[PHILOSOPHERS];

static int left(int p) { return p; }
static int right(int p) { return (p + 1) % PHILOSOPHERS; }

#ifdef TRY
static void get_forks(int p)
{
    for (;;) {
        while (sem_wait(&forks[left(p)]) != 0)
            assert(errno == EINTR);
        if (sem_trywait(&forks[right(p)]) == 0)
            return;
        assert(errno == EAGAIN);
        sem_post(&forks[left(p)]);
    }
}
#else
static void get_forks(int p)
{
    int one = p == PHILOSOPHERS - 1 ? right(p) : left(p);
    int two = p == PHILOSOPHERS - 1 ? left(p) : right(p);
    sem_wait(&forks[one]);
#ifndef FORGET_FORK
    sem_wait(&forks[two]);
#endif
    (void)two;
}
#endif

static void put_forks(int p)
{
    sem_post(&forks[left(p)]);
    sem_post(&forks[right(p)]);
}

static void eat(int p)
{
    assert(users[left(p)] == 0 && users[right(p)] == 0);
    users[left(p)] = users[right(p)] = 1;
    users[left(p)] = users[right(p)] = 0;
}

static void *philosopher(void *arg)
{
    int p = *(int *)arg;
    get_forks(p);
    eat(p);
    put_forks(p);
    return NULL;
}

int main(void)
{
    pthread_t t[PHILOSOPHERS];
    int ids[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++)
        if (sem_init(&forks[i], 0, 1) != 0) {
            perror("sem_init");
            exit(1);
        }
    for (int i = 0; i < PHILOSOPHERS; i++) {
        ids[i] = i;
        if (pthread_create(&t[i], NULL, philosopher, &ids[i]))
            exit(1);
    }
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
