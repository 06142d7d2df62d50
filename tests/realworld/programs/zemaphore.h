/* Semaphores out of a lock and a condition variable. */
#ifndef ZEMAPHORE_H
#define ZEMAPHORE_H
#include <pthread.h>

typedef struct {
    int value;
    pthread_cond_t cond;
    pthread_mutex_t lock;
} zem_t;

void zem_init(zem_t *z, int value);
void zem_wait(zem_t *z);
void zem_post(zem_t *z);
#endif
