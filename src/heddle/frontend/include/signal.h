/* <signal.h>: signals are not modelled; installing a handler is refused when it is reached (library/signal.c). */
#ifndef HEDDLE_SIGNAL_H
#define HEDDLE_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef struct { unsigned long __bits[1024 / (8 * sizeof(long))]; } sigset_t;
struct sigaction { sighandler_t sa_handler; sigset_t sa_mask; int sa_flags; };
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
sighandler_t signal(int number, sighandler_t handler);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int raise(int number);
int kill(pid_t pid, int number);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int pthread_kill(unsigned long thread, int number);
int sigwait(const sigset_t *set, int *number);
#endif
