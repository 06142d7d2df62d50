/* C11 threads, on top of the pthread models.  A thread's int result travels as the pthread result. */
#include <threads.h>
#include <errno.h>
#include "model.h"

struct start { thrd_start_t function; void *argument; };

static void *run_thread(void *given)
{
    struct start *start = given;
    thrd_start_t function = start->function;
    void *argument = start->argument;
    __heddle_free(start);
    return (void *)(long)function(argument);
}

static int status(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    struct start *start = __heddle_malloc(sizeof(struct start));
    start->function = function;
    start->argument = argument;
    return status(pthread_create(thread, 0, run_thread, start));
}

int thrd_join(thrd_t thread, int *result)
{
    void *returned;
    int error = pthread_join(thread, &returned);
    if (!error && result)
        *result = (int)(long)returned;
    return status(error);
}

int thrd_detach(thrd_t thread)
{
    return status(pthread_detach(thread));
}

void thrd_exit(int result)
{
    pthread_exit((void *)(long)result);
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

int thrd_equal(thrd_t left, thrd_t right)
{
    return left == right;
}

void thrd_yield(void)
{
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    return 0;
}

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attributes = {type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL};
    return status(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy(mutex);
}

int mtx_lock(mtx_t *mutex)
{
    return status(pthread_mutex_lock(mutex));
}

int mtx_trylock(mtx_t *mutex)
{
    return status(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(mtx_t *mutex, const struct timespec *deadline)
{
    return status(pthread_mutex_timedlock(mutex, deadline));
}

int mtx_unlock(mtx_t *mutex)
{
    return status(pthread_mutex_unlock(mutex));
}

int cnd_init(cnd_t *cond)
{
    return thrd_success;
}

void cnd_destroy(cnd_t *cond)
{
}

int cnd_wait(cnd_t *cond, mtx_t *mutex)
{
    return status(pthread_cond_wait(cond, mutex));
}

int cnd_timedwait(cnd_t *cond, mtx_t *mutex, const struct timespec *deadline)
{
    return status(pthread_cond_timedwait(cond, mutex, deadline));
}

int cnd_signal(cnd_t *cond)
{
    return status(pthread_cond_signal(cond));
}

int cnd_broadcast(cnd_t *cond)
{
    return status(pthread_cond_broadcast(cond));
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return status(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

int tss_set(tss_t key, void *value)
{
    return status(pthread_setspecific(key, value));
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once(flag, function);
}
