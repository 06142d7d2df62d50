/* Signals and non-local jumps.  None arrives from outside: from the installation of a handler on that is a cut.  What a thread
 * sends to itself, or to the process, acts at once.  setjmp returns 0; jumping back is refused. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
#include "model.h"

enum { WORD_BITS = 8 * sizeof(unsigned long) };

static int is_signal(int number)
{
    if (number >= 1 && number < NSIG)
        return 1;
    errno = EINVAL;
    return 0;
}

/* What happens on each signal matters only where the program sends some, or asks for earlier handlers. */
#if defined(HEDDLE_USES_raise) || defined(HEDDLE_USES_kill) || defined(HEDDLE_USES_pthread_kill) \
    || defined(HEDDLE_OBSERVES_signal)
struct action {
    sighandler_t handler;
    _Bool is_special; /* how it is called is not modelled */
};
static struct action action_of[NSIG];
#define KEEPS_ACTIONS 1
#endif

static sighandler_t install(int number, sighandler_t handler, _Bool is_special)
{
    sighandler_t before = SIG_DFL;
    if (handler != SIG_DFL && handler != SIG_IGN && __heddle_nondet_bool())
        __heddle_cut("executions in which a signal arrives");
#ifdef KEEPS_ACTIONS
    STEP_BEGIN();
    before = action_of[number].handler;
    action_of[number].handler = handler;
    action_of[number].is_special = is_special;
    STEP_END();
#endif
    return before;
}

sighandler_t signal(int number, sighandler_t handler)
{
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    return install(number, handler, 0);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (!is_signal(number))
        return -1;
    if (old)
        __heddle_unsupported("earlier actions of signals are not modelled");
    if (action)
        install(number, action->sa_handler, (action->sa_flags & (SA_SIGINFO | SA_RESETHAND | SA_NODEFER)) != 0);
    return 0;
}

#ifdef KEEPS_ACTIONS
static _Thread_local int handled;

/* A signal acts on the calling thread, or on the whole process. */
static void act(int number, _Bool is_own)
{
    sighandler_t handler = SIG_DFL;
#if defined(HEDDLE_USES_sigprocmask) || defined(HEDDLE_USES_pthread_sigmask)
    __heddle_unsupported("sending signals in a program that blocks some is not modelled");
#endif
    if (number != SIGKILL && number != SIGSTOP) {
        STEP_BEGIN();
        handler = action_of[number].handler;
        _Bool is_special = action_of[number].is_special;
        STEP_END();
        if (handler != SIG_DFL && handler != SIG_IGN && (is_special || !is_own || handled))
            __heddle_unsupported("a signal for a handler with flags, of another thread or inside a handler is not modelled");
    }
    if (handler == SIG_IGN)
        return;
    if (handler != SIG_DFL) {
        handled = number;
        handler(number);
        handled = 0;
        return;
    }
    switch (number) {
    case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH:
        return;
    case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU:
        __heddle_unsupported("signals that stop the process are not modelled");
    }
    __heddle_exit();
}
#else
static void act(int number, _Bool is_own)
{
}
#endif

int raise(int number)
{
    if (number != 0) {
        if (!is_signal(number))
            return -1;
        act(number, 1);
    }
    return 0;
}

int kill(pid_t pid, int number)
{
    if (pid != getpid())
        __heddle_unsupported("kill of other processes is not modelled");
    if (number != 0) {
        if (!is_signal(number))
            return -1;
        act(number, 0);
    }
    return 0;
}

/* Tells of errors by its result. */
int pthread_kill(unsigned long thread, int number)
{
    if (number == 0)
        return 0;
    if (!is_signal(number))
        return EINVAL;
    act(number, thread == __heddle_self() + 1);
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
