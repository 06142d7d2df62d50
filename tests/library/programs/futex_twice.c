// observe: first second late
// outcomes: 0 0 0 | 0 0 -110 | 1 0 0 | 0 1 0
// A sleeper is woken once.  Its timeout may have passed before; who was woken has not timed out.
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int word, first, second, late;

static void *wait(void *unused)
{
    struct timespec timeout = {1, 0};
    late = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &timeout, NULL, 0) ? -errno : 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    first = syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 9, NULL, NULL, 0);
    second = syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 9, NULL, NULL, 0);
    pthread_join(thread, 0);
    return 0;
}
