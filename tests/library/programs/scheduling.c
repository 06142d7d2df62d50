// Sets of processors and of signals, time arithmetic, limits.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <sys/time.h>

static void processors(void)
{
    cpu_set_t a, b, both;
    CPU_ZERO(&a);
    CPU_ZERO(&b);
    CPU_SET(3, &a);
    CPU_SET(70, &a);
    CPU_SET(70, &b);
    CPU_SET(5000, &b);
    assert(CPU_ISSET(3, &a) && !CPU_ISSET(4, &a) && CPU_ISSET(70, &a) && CPU_COUNT(&a) == 2 && CPU_COUNT(&b) == 1);
    CPU_AND(&both, &a, &b);
    assert(CPU_EQUAL(&both, &b) && !CPU_EQUAL(&a, &b));
    CPU_CLR(70, &a);
    assert(CPU_COUNT(&a) == 1);
    assert(sched_setaffinity(0, sizeof a, &a) == 0 && pthread_setaffinity_np(pthread_self(), sizeof a, &a) == 0);
    assert(sched_yield() == 0 && sched_getcpu() >= 0 && get_nprocs() >= 1 && get_nprocs_conf() >= 1);
    assert(sched_get_priority_min(SCHED_FIFO) < sched_get_priority_max(SCHED_FIFO));
    assert(prctl(PR_SET_NAME, "worker", 0, 0, 0) == 0 && pthread_setname_np(pthread_self(), "worker") == 0);
}

static void signals(void)
{
    sigset_t set, old;
    sigemptyset(&set);
    assert(sigismember(&set, SIGINT) == 0 && sigaddset(&set, SIGINT) == 0 && sigismember(&set, SIGINT) == 1);
    assert(sigaddset(&set, 0) == -1 && errno == EINVAL);
    assert(pthread_sigmask(SIG_BLOCK, &set, &old) == 0 && sigismember(&old, SIGINT) == 0);
    assert(pthread_sigmask(SIG_SETMASK, &old, &set) == 0 && sigismember(&set, SIGINT) == 1);
    sigfillset(&set);
    assert(sigdelset(&set, SIGTERM) == 0 && sigismember(&set, SIGTERM) == 0 && sigismember(&set, SIGHUP) == 1);
    struct sigaction action = {.sa_handler = SIG_IGN};
    assert(sigaction(SIGPIPE, &action, NULL) == 0);
}

int main(void)
{
    processors();
    signals();
    struct timeval a = {1, 900000}, b = {2, 200000}, sum, difference;
    timeradd(&a, &b, &sum);
    timersub(&b, &a, &difference);
    assert(sum.tv_sec == 4 && sum.tv_usec == 100000 && difference.tv_sec == 0 && difference.tv_usec == 300000);
    assert(timercmp(&a, &b, <) && !timercmp(&a, &a, <));
    assert(gettimeofday(&sum, NULL) == 0 && sum.tv_usec < 1000000);
    return 0;
}
