/* Heddle's intrinsics: what the model library is written in.  The frontend lowers each call to one core instruction.
 *
 * The model library (../library) is ordinary C on top of these.  A blocking operation is an atomic section that awaits
 * a condition: the whole section is one step, and it is disabled while the condition fails.
 *
 * Features that every program would pay for, although few use them, are compiled into the library only where the
 * program needs them.  For that the frontend defines, when it parses library files, the macro HEDDLE_USES_<name> for
 * every function <name> that the program (not the library) refers to and does not define, and HEDDLE_OBSERVES_<name> if it
 * may look at more of the result than its sign.  Without the former the library refuses such features (__heddle_unsupported); it never models them wrongly.
 */
#ifndef HEDDLE_H
#define HEDDLE_H

void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
void __heddle_assume(int condition);                       /* other executions do not exist */
void __heddle_await(int condition);                        /* the thread waits; inside an atomic section */
void __heddle_await_of(int condition, long holder);        /* holder: who alone can end the wait, identifier + 1; 0: not known */
void __heddle_assert(int condition, const char *message);  /* message: a string literal */
void __heddle_require(int condition, const char *message); /* what POSIX leaves undefined otherwise: a misuse */
void __heddle_apart(int condition, const char *message);   /* memory overlaps otherwise: undefined, where a function copies */
void __heddle_fence(const char *order);                    /* a literal: "full", "store", "load", "lwsync", "isync", "seq_cst", ... */
void __heddle_unsupported(const char *reason);             /* a literal */
void __heddle_cut(const char *what);                       /* a literal: what a bound excludes, ": raise ", its option */

unsigned long __heddle_create(void *(*function)(void *), void *argument);
void *__heddle_join(unsigned long thread);
unsigned long __heddle_self(void);
void __heddle_thread_exit(void *result) __attribute__((__noreturn__));
void __heddle_exit(void) __attribute__((__noreturn__));
void __heddle_run_destructors(void);                       /* the program's functions with this attribute */

void *__heddle_malloc(__SIZE_TYPE__ size);
void *__heddle_zalloc(__SIZE_TYPE__ size);
void __heddle_free(void *block);

/* Any value of the return type. */
_Bool __heddle_nondet_bool(void);
char __heddle_nondet_char(void);
int __heddle_nondet_int(void);
unsigned __heddle_nondet_uint(void);
long __heddle_nondet_long(void);
unsigned long __heddle_nondet_ulong(void);
long long __heddle_nondet_llong(void);
float __heddle_nondet_float(void);
double __heddle_nondet_double(void);

#endif
