// unsupported: futex operation
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
    int word = 0;
    return (int)syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL, NULL, 0);
}
