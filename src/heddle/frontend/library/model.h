/* What the files of the model library share.
 *
 * Conventions: a function's definition begins at the start of a line with its return type and name on that line (the
 * frontend finds definitions by a text scan); names with the prefix __model_ belong to the library.  Every thread-visible
 * operation is one atomic section, made of as few memory accesses as possible, because each access costs solving time.
 */
#ifndef HEDDLE_MODEL_H
#define HEDDLE_MODEL_H
#include <heddle.h>

/* One step that orders everything before it and is visible to all when it ends, as lock operations are. */
#define STEP_BEGIN() do { __heddle_atomic_begin(); __heddle_fence("full"); } while (0)
#define STEP_END() do { __heddle_fence("full"); __heddle_atomic_end(); } while (0)

/* Thread exit has work to do only in programs that use thread-specific data or cleanup handlers (see heddle.h). */
#if defined(HEDDLE_USES_pthread_key_create) || defined(HEDDLE_USES_tss_create)
#define MODEL_DESTRUCTORS
#endif
#if defined(HEDDLE_USES___model_cleanup_push) || defined(HEDDLE_USES___pthread_register_cancel)
#define MODEL_CLEANUP
#endif
#if defined(HEDDLE_USES_pthread_exit) || defined(HEDDLE_USES_thrd_exit) || defined(HEDDLE_USES_pthread_cancel)
#define MODEL_EARLY_EXIT
#endif

#if defined(HEDDLE_USES_atexit) || defined(HEDDLE_USES_on_exit)
#define MODEL_EXIT_HANDLERS
#endif
#if defined(MODEL_EXIT_HANDLERS) || defined(HEDDLE_HAS_DESTRUCTORS)
#define HANDLES_EXIT 1
#else
#define HANDLES_EXIT 0
#endif

/* What became of threads matters in programs that detach some. */
#if defined(HEDDLE_USES_pthread_detach) || defined(HEDDLE_USES_thrd_detach) || defined(HEDDLE_CHECKS_misuse) \
    || defined(HEDDLE_USES_pthread_attr_setdetachstate)
#define MODEL_FATES
#endif

/* What is checked only if asked for, since every program would pay: --checks misuse. */
#ifdef HEDDLE_CHECKS_misuse
#define CHECKED 1
#define REQUIRE(condition, message) __heddle_require(condition, message)
#else
#define CHECKED 0
#define REQUIRE(condition, message) ((void)sizeof(condition))  /* not evaluated */
#endif

/* Functions that copy between memory that overlaps.  Also checked only if asked for. */
#ifdef HEDDLE_CHECKS_overlap
#define APART(condition, message) __heddle_apart(condition, message)
#else
#define APART(condition, message) ((void)sizeof(condition))
#endif

/* A search for deadlocks needs to know who holds a lock, and which signals found whom (cond.c, futex.c). */
#ifdef HEDDLE_CHECKS_deadlock
#define FOLLOWS_WAITS 1
#define AWAIT(condition, holder) __heddle_await_of(condition, holder)
#else
#define FOLLOWS_WAITS 0
#define AWAIT(condition, holder) __heddle_await(condition)
#endif

_Bool __model_is_thread(unsigned long thread);
void __model_run_cleanup_handlers(void);
void __model_run_destructors(void);
_Bool __model_is_cancelled(void);
void __model_cancel_while_waiting(void);
void pthread_testcancel(void);

/* Cancellation points cost nothing where nobody cancels.  CANCELLATION_POINT stands in the functions that do not block
 * for ever; IS_CANCELLED goes into the condition that a blocking one awaits. */
#ifdef HEDDLE_USES_pthread_cancel
#define CANCELLABLE 1
#define CANCELLATION_POINT() pthread_testcancel()
#define IS_CANCELLED() __model_is_cancelled()
#else
#define CANCELLABLE 0
#define CANCELLATION_POINT() ((void)0)
#define IS_CANCELLED() 0
#endif
#endif
