// observe: waited woken
// outcomes: -11 0 | 0 0 | 0 1
// A waiter that finds another value does not sleep; the waker counts those that it woke, a spurious wake-up is not one.
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

int word, waited, woken;

static void *wait(void *unused)
{
    waited = syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0) ? -errno : 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
    woken = syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(thread, 0);
    return 0;
}
