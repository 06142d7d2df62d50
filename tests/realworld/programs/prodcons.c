/* Producer and consumers over a buffer of one place, by condition variables.  -DIF: the condition is checked once before the wait;
   -DNO_MUTEX: the consumer takes without the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifdef IF
#define UNLESS(condition) if (!(condition))
#else
#define UNLESS(condition) while (!(condition))
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER, fill = PTHREAD_COND_INITIALIZER;
static int *buffer, count, consumed;

static void put(int value)
{
    assert(count == 0);
    count = 1;
    *buffer = value;
}

static int get(void)
{
    assert(count == 1);
    count = 0;
    return *buffer;
}

static void *producer(void *arg)
{
    int loops = (int)(long)arg;
    for (int i = 1; i <= loops; i++) {
        pthread_mutex_lock(&mutex);
        UNLESS(count == 0)
            pthread_cond_wait(&empty, &mutex);
        put(i);
        pthread_cond_signal(&fill);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
#ifndef NO_MUTEX
    pthread_mutex_lock(&mutex);
#endif
    UNLESS(count == 1)
#ifdef NO_MUTEX
        ;
#else
        pthread_cond_wait(&fill, &mutex);
#endif
    int value = get();
    consumed += value;
    pthread_cond_signal(&empty);
#ifndef NO_MUTEX
    pthread_mutex_unlock(&mutex);
#endif
    printf("%d\n", value);
    return NULL;
}

int main(void)
{
    pthread_t p, c[CONSUMERS];
    buffer = malloc(sizeof *buffer);
    if (buffer == NULL || pthread_create(&p, NULL, producer, (void *)CONSUMERS) != 0)
        return 1;
    for (int i = 0; i < CONSUMERS; i++)
        if (pthread_create(&c[i], NULL, consumer, NULL) != 0)
            return 1;
    pthread_join(p, NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(c[i], NULL);
    assert(consumed == CONSUMERS * (CONSUMERS + 1) / 2);
    free(buffer);
    return 0;
}
