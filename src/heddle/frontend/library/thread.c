/* Threads: pthread_create, pthread_join, pthread_exit and their like.
 *
 * A pthread_t is the thread's identifier plus one, so that 0 is no thread.  Creation always succeeds.  Joining a thread that
 * does not exist blocks for ever.  In programs that detach threads, a second detach or a join of a detached thread is
 * refused as glibc does (undefined in POSIX); elsewhere joining twice behaves like a join.
 */
#include <errno.h>
#include <pthread.h>
#include "model.h"

#ifdef MODEL_DESTRUCTORS
/* The thread must run the destructors of its thread-specific data when its start function returns. */
struct start { void *(*function)(void *); void *argument; };

static void *run_thread(void *given)
{
    struct start *start = given;
    void *(*function)(void *) = start->function;
    void *argument = start->argument;
    __heddle_free(start);
    pthread_exit(function(argument));
}

static unsigned long create(void *(*function)(void *), void *argument)
{
    struct start *start = __heddle_malloc(sizeof(struct start));
    start->function = function;
    start->argument = argument;
    return __heddle_create(run_thread, start) + 1;
}
#else
#define create(function, argument) (__heddle_create(function, argument) + 1)
#endif

#ifdef HEDDLE_USES_pthread_detach
/* What became of a thread: a second detach, or a join of a detached thread, is refused. */
enum { DETACHED = 1, JOINED = 2, MOST_THREADS = 64 };
static unsigned char fate[MOST_THREADS + 1];

static int seal(pthread_t thread, unsigned char new_fate)
{
    if (thread > MOST_THREADS)
        __heddle_unsupported("pthread_detach with more than 64 threads");
    int error = 0;
    __heddle_atomic_begin();
    if (fate[thread] & JOINED)
        error = ESRCH;
    else if (fate[thread] & DETACHED)
        error = EINVAL;
    else
        fate[thread] |= new_fate;
    __heddle_atomic_end();
    return error;
}
#endif

/* The new thread may read its own pthread_t at once: creation and the write of *thread are one step. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    __heddle_atomic_begin();
    unsigned long created = create(start, argument);
    if (thread)
        *thread = created;
    STEP_END();
    return 0;
}

int pthread_join(pthread_t thread, void **result)
{
    if (CANCELLABLE)
        __model_cancel_while_waiting();
    if (thread == __heddle_self() + 1)
        return EDEADLK;
#ifdef HEDDLE_USES_pthread_detach
    int error = seal(thread, JOINED);
    if (error)
        return error;
#endif
    void *returned = __heddle_join(thread - 1);
    if (result)
        *result = returned;
    return 0;
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    __heddle_unsupported("pthread_tryjoin_np is not modelled");
    return 0;
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *deadline)
{
    if (__heddle_nondet_bool())
        return ETIMEDOUT;
    return pthread_join(thread, result);
}

int pthread_detach(pthread_t thread)
{
#ifdef HEDDLE_USES_pthread_detach
    return seal(thread, DETACHED);
#else
    return 0;
#endif
}

void pthread_exit(void *result)
{
#ifdef MODEL_CLEANUP
    __model_run_cleanup_handlers();
#endif
#ifdef MODEL_DESTRUCTORS
    __model_run_destructors();
#endif
    if (HANDLES_EXIT && __heddle_self() == 0)
        __heddle_unsupported("the last thread to end would run exit handlers, not main");
    __heddle_thread_exit(result);
}

pthread_t pthread_self(void)
{
    return __heddle_self() + 1;
}

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

int pthread_yield(void)
{
    return 0;
}
