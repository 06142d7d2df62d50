/* A reader-writer lock out of semaphores: the first reader takes the writers' lock, the last one gives it back.  Linked with zemaphore.c.
   -DNO_READER_LOCK: the readers count themselves without a lock. */
#include "zemaphore.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    zem_t lock, writelock;
    int readers;
} rwlock_t;

static void rwlock_init(rwlock_t *rw)
{
    rw->readers = 0;
    zem_init(&rw->lock, 1);
    zem_init(&rw->writelock, 1);
}

#ifdef NO_READER_LOCK
#define ENTER(rw) ((void)0)
#define LEAVE(rw) ((void)0)
#else
#define ENTER(rw) zem_wait(&(rw)->lock)
#define LEAVE(rw) zem_post(&(rw)->lock)
#endif

static void rwlock_acquire_readlock(rwlock_t *rw)
{
    ENTER(rw);
    rw->readers++;
    if (rw->readers == 1)
        zem_wait(&rw->writelock);
    LEAVE(rw);
}

static void rwlock_release_readlock(rwlock_t *rw)
{
    ENTER(rw);
    rw->readers--;
    if (rw->readers == 0)
        zem_post(&rw->writelock);
    LEAVE(rw);
}

#ifndef READERS
#define READERS 1
#endif

static rwlock_t lock;
static int first, second;

static void *reader(void *arg)
{
    (void)arg;
    rwlock_acquire_readlock(&lock);
    assert(first == second);
    rwlock_release_readlock(&lock);
    return NULL;
}

static void *writer(void *arg)
{
    (void)arg;
    zem_wait(&lock.writelock);
    first++;
    second++;
    zem_post(&lock.writelock);
    return NULL;
}

int main(void)
{
    pthread_t t[READERS + 1];
    rwlock_init(&lock);
    for (int i = 0; i <= READERS; i++)
        if (pthread_create(&t[i], NULL, i < READERS ? reader : writer, NULL)) {
            perror("pthread_create");
            exit(1);
        }
    for (int i = 0; i <= READERS; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", first);
    return 0;
}
