/* The harness that the locks share: threads that enter a critical section, count, and notice company. */
#ifndef VALIDATE_H
#define VALIDATE_H

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ITERATIONS
#define ITERATIONS 1
#endif

static unsigned int inside, total; /* plain: the lock is all that protects them */

static inline void critical_section(void)
{
    assert(inside == 0);
    inside = 1;
    total++;
    inside = 0;
}

static void spawn(pthread_t *thread, void *(*start)(void *), void *argument)
{
    int error = pthread_create(thread, NULL, start, argument);
    if (error != 0) {
        fprintf(stderr, "ERROR: pthread_create: %s\n", strerror(error));
        exit(EXIT_FAILURE);
    }
}

static void collect(pthread_t thread)
{
    if (pthread_join(thread, NULL) != 0) {
        perror("pthread_join");
        exit(EXIT_FAILURE);
    }
}

/* Runs `start` in THREADS threads, each with its number. */
static inline void validate(void *(*start)(void *))
{
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        spawn(&threads[i], start, (void *)i);
    for (int i = 0; i < THREADS; i++)
        collect(threads[i]);
    assert(total == THREADS * ITERATIONS);
    printf("%u entries\n", total);
}

#endif
