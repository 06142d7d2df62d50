// unsupported: whole mapping
#include <sys/mman.h>
int main(void)
{
    char *a = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return munmap(a + 4096, 4096);
}
