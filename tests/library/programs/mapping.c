// Anonymous memory is zero, begins with a page, and can be given back.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

int main(void)
{
    int *a = mmap(0, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int *b = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(a != MAP_FAILED && a != b && (uintptr_t)a % 4096 == 0 && a[7] == 0);
    a[7] = 3;
    b[0] = 4;
    assert(a[7] == 3 && b[0] == 4);
    assert(mmap(0, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    assert(munmap(a, 100) == 0);
    assert(b[0] == 4 && munmap(b, 4096) == 0);
    return 0;
}
