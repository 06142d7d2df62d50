// unsupported: this system call is not modelled
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
    return (int)syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}
