#include "zemaphore.h"
#include <assert.h>
#include <stddef.h>

void zem_init(zem_t *z, int value)
{
    int error;
    z->value = value;
    error = pthread_cond_init(&z->cond, NULL);
    assert(error == 0);
    error = pthread_mutex_init(&z->lock, NULL);
    assert(error == 0);
}

void zem_wait(zem_t *z)
{
    pthread_mutex_lock(&z->lock);
#ifdef ZEM_IF
    if (z->value <= 0)
#else
    while (z->value <= 0)
#endif
        pthread_cond_wait(&z->cond, &z->lock);
    z->value--;
    pthread_mutex_unlock(&z->lock);
}

void zem_post(zem_t *z)
{
    pthread_mutex_lock(&z->lock);
    z->value++;
    pthread_cond_signal(&z->cond);
    pthread_mutex_unlock(&z->lock);
}
