// Signals that a thread sends to itself: ignored ones, those with a handler, and one that ends the process.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int seen, last;
static void note(int number) { seen++; last = number; }
static void *thread(void *argument)
{
    raise(SIGUSR1);
    assert(seen == 1 && last == SIGUSR1);
    return argument;
}
int main(void)
{
    pthread_t id;
    assert(raise(0) == 0 && raise(SIGCHLD) == 0 && raise(SIGURG) == 0 && kill(getpid(), 0) == 0);
    errno = 0;
    assert(raise(1000) == -1 && errno == EINVAL);
    assert(signal(SIGKILL, note) == SIG_ERR);
    assert(signal(SIGTERM, SIG_IGN) == SIG_DFL);
    assert(raise(SIGTERM) == 0 && kill(getpid(), SIGTERM) == 0 && pthread_kill(pthread_self(), SIGTERM) == 0);
    assert(signal(SIGUSR1, note) == SIG_DFL && signal(SIGUSR1, note) == note);
    pthread_create(&id, 0, thread, 0);
    pthread_join(id, 0);
    assert(pthread_kill(pthread_self(), SIGUSR1) == 0 && seen == 2);
    signal(SIGHUP, SIG_DFL);
    raise(SIGHUP);
    assert(0);
}
