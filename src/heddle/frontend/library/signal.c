/* Signals and non-local jumps.  Ignoring a signal or restoring the default does nothing; handlers and sending are refused,
 * except that abort's own signal ends the program.  setjmp returns 0; jumping back is refused. */
#include <setjmp.h>
#include <signal.h>
#include "model.h"

sighandler_t signal(int number, sighandler_t handler)
{
    if (handler != SIG_DFL && handler != SIG_IGN)
        __heddle_unsupported("signal handlers are not modelled");
    return SIG_DFL;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    __heddle_unsupported("signal handlers are not modelled");
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

/* Blocking signals changes nothing, as none arrives. */
int sigemptyset(sigset_t *set)
{
    return 0;
}

int sigfillset(sigset_t *set)
{
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return 0;
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
