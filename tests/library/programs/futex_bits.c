// observe: other same shared
// outcomes: 0 0 0 | 0 1 0
// Bits that do not match, and calls that are not private, do not wake.
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

unsigned word;
int other, same, shared;

static void *wait(void *unused)
{
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, 5);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    other = syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 2);
    shared = syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    same = syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 4);
    pthread_join(thread, 0);
    return 0;
}
