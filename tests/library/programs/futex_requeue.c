// observe: moved there
// outcomes: -11 0 | 0 0 | 1 0 | 1 1
// A sleeper that was moved is woken at its new place.
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

int word, target, moved, there;

static void *wait(void *unused)
{
    if (syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0) == 0)
        __atomic_store_n(&word, 7, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    moved = syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE_PRIVATE, 0, 1, &target, 0);
    if (moved < 0)
        moved = -errno;
    there = syscall(SYS_futex, &target, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    pthread_join(thread, 0);
    return 0;
}
