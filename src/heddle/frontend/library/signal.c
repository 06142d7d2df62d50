/* Signals and non-local jumps.  None arrives: from the installation of a handler on that is a cut.  Sending is refused, except
 * that abort's own signal ends the program.  setjmp returns 0; jumping back is refused. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include "model.h"

enum { WORD_BITS = 8 * sizeof(unsigned long) };

static void install(sighandler_t handler)
{
    if (handler != SIG_DFL && handler != SIG_IGN && __heddle_nondet_bool())
        __heddle_cut("executions in which a signal arrives");
}

sighandler_t signal(int number, sighandler_t handler)
{
    install(handler);
    return SIG_DFL;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (old)
        __heddle_unsupported("earlier actions of signals are not modelled");
    if (action)
        install(action->sa_handler);
    return 0;
}

int raise(int number)
{
    if (number == SIGABRT || number == SIGKILL)
        __heddle_exit();
    __heddle_unsupported("raise is not modelled");
    return 0;
}

int kill(pid_t pid, int number)
{
    __heddle_unsupported("kill is not modelled");
    return 0;
}

int pthread_kill(unsigned long thread, int number)
{
    __heddle_unsupported("pthread_kill is not modelled");
    return 0;
}

int sigwait(const sigset_t *set, int *number)
{
    __heddle_unsupported("sigwait is not modelled");
    return 0;
}

/* Sets of signals. */
int sigemptyset(sigset_t *set)
{
    *set = (sigset_t){0};
    return 0;
}

int sigfillset(sigset_t *set)
{
    for (unsigned i = 0; i < sizeof(set->__bits) / sizeof(set->__bits[0]); i++)
        set->__bits[i] = ~0UL;
    return 0;
}

static unsigned long *word_of(sigset_t *set, int number)
{
    return &set->__bits[(unsigned)(number - 1) / WORD_BITS];
}

static unsigned long bit_of(int number)
{
    return 1UL << (unsigned)(number - 1) % WORD_BITS;
}

static int is_signal(int number)
{
    if (number >= 1 && number < NSIG)
        return 1;
    errno = EINVAL;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    *word_of(set, number) |= bit_of(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    *word_of(set, number) &= ~bit_of(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    return (*word_of((sigset_t *)set, number) & bit_of(number)) != 0;
}

/* Blocking signals changes nothing, as none arrives.  A new thread inherits what its creator blocks, which nobody keeps:
 * its set is known once it is set as a whole. */
static _Thread_local unsigned long long blocked;
static _Thread_local _Bool is_set;

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    unsigned long long given = 0;
    if (old) {
        if (!is_set && __heddle_self() != 0)
            __heddle_unsupported("the signals that a thread's creator blocks are not modelled");
        sigemptyset(old);
        for (unsigned i = 0; i < 64 / WORD_BITS; i++)
            old->__bits[i] = (unsigned long)(blocked >> i * WORD_BITS);
    }
    if (!set)
        return 0;
    for (unsigned i = 0; i < 64 / WORD_BITS; i++)
        given |= (unsigned long long)set->__bits[i] << i * WORD_BITS;
    given &= ~(1ULL << (SIGKILL - 1) | 1ULL << (SIGSTOP - 1));
    if (how == SIG_SETMASK)
        blocked = given, is_set = 1;
    else if (how == SIG_BLOCK)
        blocked |= given;
    else if (how == SIG_UNBLOCK)
        blocked &= ~given;
    else {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

/* Tells of errors by its result. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return sigprocmask(how, set, old) ? EINVAL : 0;
}

/* What SIGRTMIN and SIGRTMAX are in glibc. */
int __libc_current_sigrtmin(void)
{
    return SIGRTMIN;
}

int __libc_current_sigrtmax(void)
{
    return SIGRTMAX;
}

int setjmp(jmp_buf buffer)
{
    return 0;
}

int _setjmp(jmp_buf buffer)
{
    return 0;
}

int sigsetjmp(sigjmp_buf buffer, int mask)
{
    return 0;
}

void longjmp(jmp_buf buffer, int value)
{
    __heddle_unsupported("longjmp is not modelled");
    __heddle_exit();
}

void siglongjmp(sigjmp_buf buffer, int value)
{
    __heddle_unsupported("siglongjmp is not modelled");
    __heddle_exit();
}
