/* <ucontext.h>: switching contexts is not modelled. */
#ifndef HEDDLE_UCONTEXT_H
#define HEDDLE_UCONTEXT_H
#include <signal.h>
typedef struct ucontext_t { unsigned long uc_flags; struct ucontext_t *uc_link; stack_t uc_stack; sigset_t uc_sigmask; } ucontext_t;
int getcontext(ucontext_t *context);
int setcontext(const ucontext_t *context);
void makecontext(ucontext_t *context, void (*function)(void), int count, ...);
int swapcontext(ucontext_t *old, const ucontext_t *next);
#endif
