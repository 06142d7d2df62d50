/* POSIX semaphores: one word that holds the value.  A timed wait may time out whenever the value is 0; a wait is never
 * interrupted by a signal.  Named semaphores are refused. */
#include <errno.h>
#include <semaphore.h>
#include "model.h"

int sem_init(sem_t *sem, int shared, unsigned int value)
{
    if (value > 0x7fffffff) {
        errno = EINVAL;
        return -1;
    }
    STEP_BEGIN();
    sem->__value = (int)value;
    STEP_END();
    return 0;
}

int sem_destroy(sem_t *sem)
{
    return 0;
}

int sem_wait(sem_t *sem)
{
    CANCELLATION_POINT();
    STEP_BEGIN();
    int value = sem->__value;
    __heddle_await(value > 0 || IS_CANCELLED());
    if (!CANCELLABLE || value > 0)
        sem->__value = value - 1;
    STEP_END();
    if (CANCELLABLE && value <= 0)
        CANCELLATION_POINT();
    return 0;
}

static int take(sem_t *sem)
{
    STEP_BEGIN();
    int value = sem->__value;
    if (value > 0)
        sem->__value = value - 1;
    STEP_END();
    return value > 0;
}

int sem_trywait(sem_t *sem)
{
    if (take(sem))
        return 0;
    errno = EAGAIN;
    return -1;
}

int sem_timedwait(sem_t *sem, const struct timespec *deadline)
{
    CANCELLATION_POINT();
    if (take(sem))
        return 0;
    errno = ETIMEDOUT;
    return -1;
}

int sem_post(sem_t *sem)
{
    STEP_BEGIN();
    sem->__value++;
    STEP_END();
    return 0;
}

int sem_getvalue(sem_t *sem, int *value)
{
    STEP_BEGIN();
    int now = sem->__value;
    STEP_END();
    *value = now;
    return 0;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    __heddle_unsupported("named semaphores are not modelled");
    return SEM_FAILED;
}

int sem_close(sem_t *sem)
{
    return 0;
}

int sem_unlink(const char *name)
{
    return 0;
}
