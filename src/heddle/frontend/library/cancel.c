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
    if (thread == 0 || thread > LIMIT) {
        __heddle_unsupported("pthread_cancel of a thread that does not exist or is not among the first 16");
        return ESRCH;
    }
    STEP_BEGIN();
    requested[thread - 1] = 1;
    STEP_END();
    return 0;
}

static _Bool is_cancelled(void)
{
    unsigned long self = __heddle_self();
    if (self >= LIMIT)
        return 0;
    STEP_BEGIN();
    _Bool found = requested[self];
    STEP_END();
    return found;
}

void pthread_testcancel(void)
{
    if (!cancel_disabled && is_cancelled())
        pthread_exit(PTHREAD_CANCELED);
}

/* A cancellation point that may block: either a request is there already, or it may come while the thread waits.  The
 * second case guesses that it comes: executions where it does not are other executions. */
void __model_cancellation_point(void)
{
    pthread_testcancel();
    if (!cancel_disabled && __heddle_nondet_bool()) {
        __heddle_assume(is_cancelled());
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
