/* Cancellation, deferred: a request is acted upon at the next cancellation point of its thread, unless cancellation is
 * disabled there.  A thread can also be cancelled while it waits in a blocking cancellation point.  Asynchronous
 * cancellation is refused, and so is cancelling a thread whose identifier is LIMIT or more.
 */
#include <errno.h>
#include <pthread.h>
#include "model.h"

enum { LIMIT = 16 };

static _Bool requested[LIMIT];
static _Thread_local int cancel_disabled;

int pthread_cancel(pthread_t thread)
{
#ifndef HEDDLE_USES_pthread_cancel
    __heddle_unsupported("cancellation is not linked in");
#endif
    if (thread > LIMIT)
        __heddle_unsupported("pthread_cancel of a thread that is not among the first 16");
    STEP_BEGIN();
    __heddle_require(__model_is_thread(thread), "a thread is cancelled that never was created or was joined");
    requested[thread - 1] = 1;
    STEP_END();
    return 0;
}

/* Is there a request that the running thread has to act upon? */
_Bool __model_is_cancelled(void)
{
    unsigned long self = __heddle_self();
    return !cancel_disabled && self < LIMIT && requested[self];
}

void pthread_testcancel(void)
{
    STEP_BEGIN();
    _Bool cancelled = __model_is_cancelled();
    STEP_END();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
}

/* A request may come while the thread waits in a join.  Guesses whether it does: executions where a guessed request never
 * comes are other executions. */
void __model_cancel_while_waiting(void)
{
    pthread_testcancel();
    if (!cancel_disabled && __heddle_nondet_bool()) {
        STEP_BEGIN();
        __heddle_assume(__model_is_cancelled());
        STEP_END();
        pthread_exit(PTHREAD_CANCELED);
    }
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = cancel_disabled;
    cancel_disabled = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
#ifdef HEDDLE_USES_pthread_cancel
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __heddle_unsupported("asynchronous cancellation is not modelled");
#endif
    if (old)
        *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}
