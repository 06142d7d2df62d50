/* Cleanup handlers: pthread_cleanup_push and pthread_cleanup_pop of <pthread.h>, a stack per thread.
 *
 * The handlers' own records live in the frames that push them.  The stack is kept only in programs in which a thread can end
 * early (pthread_exit, thrd_exit, pthread_cancel): elsewhere a handler runs at its pop or never.
 *
 * glibc's own macros, as preprocessed programs contain them, save the context with __sigsetjmp and jump back to it: the
 * way through without an early exit is modelled, the jump is refused.
 */
#include <pthread.h>
#include "model.h"

static _Thread_local struct __heddle_cleanup *handlers;
static _Thread_local int jumps;  /* how many of glibc's handlers are pushed */

void __model_cleanup_push(struct __heddle_cleanup *handler, void (*routine)(void *), void *argument)
{
#ifndef MODEL_CLEANUP
    __heddle_unsupported("cleanup handlers are not linked in");
#endif
#ifdef MODEL_EARLY_EXIT
    handler->routine = routine;
    handler->argument = argument;
    handler->next = handlers;
    handlers = handler;
#endif
}

void __model_cleanup_pop(struct __heddle_cleanup *handler)
{
#ifdef MODEL_EARLY_EXIT
    handlers = handler->next;
#endif
}

void __model_run_cleanup_handlers(void)
{
    if (jumps)
        __heddle_unsupported("a thread exits while handlers pushed by glibc's macros are active");
    while (handlers) {
        struct __heddle_cleanup *handler = handlers;
        handlers = handler->next;
        handler->routine(handler->argument);
    }
}

int __sigsetjmp(void *buffer, int mask)
{
    return 0;
}

/* What glibc calls it since version 2.34. */
int __sigsetjmp_cancel(void *buffer, int mask)
{
    return 0;
}

void __pthread_register_cancel(void *buffer)
{
#ifndef MODEL_CLEANUP
    __heddle_unsupported("cleanup handlers are not linked in");
#endif
    jumps++;
}

void __pthread_unregister_cancel(void *buffer)
{
    jumps--;
}

void __pthread_unwind_next(void *buffer)
{
    __heddle_unsupported("glibc's unwinding is not modelled");
}
