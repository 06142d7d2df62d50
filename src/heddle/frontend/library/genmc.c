/* GenMC's and Dat3M's functions.
 *
 * __VERIFIER_thread_t is a pthread_t.  Hazard pointers: protecting is reading the pointer, and retired memory is never freed
 * (so a use after a wrong retirement is not found).  Loop bounds do nothing.
 *
 * An iteration of a loop that is marked as spinning begins at __VERIFIER_spin_start, and does nothing that others notice unless it
 * is the last one: that is what the marks say.  So a thread whose iteration was not the last one waits, and executions in which
 * it tries again are those in which it had come later.
 */
#include <genmc.h>
#include <pthread.h>
#include <stdlib.h>
#include "model.h"

__VERIFIER_thread_t __VERIFIER_spawn(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, 0, function, argument);
    return thread;
}

__VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*function)(void *), void *argument, __VERIFIER_thread_t like)
{
    return __VERIFIER_spawn(function, argument);
}

void *__VERIFIER_join(__VERIFIER_thread_t thread)
{
    void *result;
    pthread_join(thread, &result);
    return result;
}

unsigned int __VERIFIER_tid(void)
{
    return (unsigned int)__heddle_self();
}

void __VERIFIER_loop_bound(int bound)
{
}

void __VERIFIER_loop_begin(void)
{
}

void __VERIFIER_spin_start(void)
{
}

/* A search for threads that never go on has to see the loop: there the mark does nothing. */
void __VERIFIER_spin_end(int finished)
{
#ifndef HEDDLE_CHECKS_deadlock
    __heddle_assume(finished);
#endif
}

__VERIFIER_hp_t *__VERIFIER_hp_alloc(void)
{
    return malloc(1);
}

void *__VERIFIER_hp_protect(__VERIFIER_hp_t *hazard, void *location)
{
    return __atomic_load_n((void **)location, __ATOMIC_ACQUIRE);
}

void __VERIFIER_hp_clear(__VERIFIER_hp_t *hazard)
{
}

void __VERIFIER_hp_free(__VERIFIER_hp_t *hazard)
{
    free(hazard);
}

void __VERIFIER_hp_retire(void *block)
{
}
