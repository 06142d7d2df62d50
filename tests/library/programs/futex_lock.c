// observe: x
// outcomes: 2
// A lock that sleeps in the kernel while it is taken.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_int word;
int x;

static long futex(atomic_int *address, int operation, int value)
{
    return syscall(SYS_futex, address, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void *add(void *unused)
{
    int expected = 0;
    if (!atomic_compare_exchange_strong(&word, &expected, 1))
        while (atomic_exchange(&word, 2) != 0)
            futex(&word, FUTEX_WAIT, 2);
    x++;
    if (atomic_exchange(&word, 0) == 2)
        futex(&word, FUTEX_WAKE, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    add(0);
    pthread_join(thread, 0);
    return 0;
}
