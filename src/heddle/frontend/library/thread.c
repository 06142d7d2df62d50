/* Threads: pthread_create, pthread_join, pthread_exit and their like.
 *
 * A pthread_t is the thread's identifier plus one, so that 0 is no thread.  Creation always succeeds.  POSIX leaves it
 * undefined what happens to threads that are not joinable when they are joined or detached: a misuse (docs/misuse.md).
 * That is looked at in programs that detach threads, and where misuse is checked; elsewhere joining twice behaves like a
 * join, and joining a thread that does not exist waits for ever.
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

static struct start *start_of(void *(*function)(void *), void *argument)
{
    struct start *start = __heddle_malloc(sizeof(struct start));
    start->function = function;
    start->argument = argument;
    return start;
}
#define CREATE(function, argument) __heddle_create(run_thread, start_of(function, argument))
#else
#define CREATE(function, argument) __heddle_create(function, argument)
#endif

#ifdef MODEL_FATES
/* What became of a thread, by its pthread_t.  Main's is the first. */
enum { NEVER_CREATED, JOINABLE, DETACHED, JOINED, MOST_THREADS = 64 };
static unsigned char fate[MOST_THREADS + 1] = {[1] = JOINABLE};

#ifdef HEDDLE_USES_pthread_attr_setdetachstate
#define FATE(attributes) ((attributes) && (attributes)->__detached ? DETACHED : JOINABLE)
#else
#define FATE(attributes) JOINABLE
#endif

static void meet(pthread_t thread, unsigned char new_fate)
{
    if (thread > MOST_THREADS)
        __heddle_unsupported("more than 64 threads in a program that detaches threads");
    __heddle_atomic_begin();
    __heddle_require(fate[thread] == JOINABLE, "a thread is used that never was created, is detached or was joined");
    fate[thread] = new_fate;
    __heddle_atomic_end();
}
#endif

/* Is this the pthread_t of a thread that exists, as far as that is known? */
_Bool __model_is_thread(pthread_t thread)
{
#ifdef MODEL_FATES
    return thread <= MOST_THREADS && fate[thread] != NEVER_CREATED && fate[thread] != JOINED;
#else
    return thread != 0;
#endif
}

/* The new thread may read its own pthread_t at once: creation and the write of *thread are one step. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    __heddle_atomic_begin();
    unsigned long created = CREATE(start, argument) + 1;
    if (thread)
        *thread = created;
#ifdef MODEL_FATES
    if (created <= MOST_THREADS)
        fate[created] = FATE(attributes);
#endif
    STEP_END();
    return 0;
}

int pthread_join(pthread_t thread, void **result)
{
    if (CANCELLABLE)
        __model_cancel_while_waiting();
    if (thread == __heddle_self() + 1)
        return EDEADLK;
#ifdef MODEL_FATES
    meet(thread, JOINED);
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
#ifdef MODEL_FATES
    meet(thread, DETACHED);
#endif
    return 0;
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
