/* Memory from the system.  An anonymous mapping is a zeroed block at the start of a page; unmapping it frees it.  Files,
 * fixed addresses, protection and unmapping a part are refused. */
#include <features.h>
#define __USE_GNU 1
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include "model.h"

enum { PAGE = 4096, MOST_MAPPINGS = 16 };
static struct { void *block, *address; size_t length; } mappings[MOST_MAPPINGS];

static size_t whole_pages(size_t length)
{
    return (length + PAGE - 1) / PAGE * PAGE;
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
    if (!(flags & MAP_ANONYMOUS))
        __heddle_unsupported("mapping files is not modelled");
    if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        __heddle_unsupported("mapping at fixed addresses is not modelled");
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __heddle_unsupported("protected memory is not modelled");
    if (length == 0) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    char *block = __heddle_zalloc(whole_pages(length) + PAGE);
    char *start = block + (PAGE - (uintptr_t)block % PAGE) % PAGE;
    int free = 0;
    STEP_BEGIN();
    while (free < MOST_MAPPINGS && mappings[free].block)
        free++;
    if (free == MOST_MAPPINGS)
        __heddle_unsupported("more than 16 mappings at a time are not modelled");
    mappings[free].block = block;
    mappings[free].address = start;
    mappings[free].length = whole_pages(length);
    STEP_END();
    return start;
}

int munmap(void *address, size_t length)
{
    int found = 0;
    STEP_BEGIN();
    while (found < MOST_MAPPINGS && !(mappings[found].block && mappings[found].address == address))
        found++;
    if (found == MOST_MAPPINGS || mappings[found].length != whole_pages(length))
        __heddle_unsupported("unmapping anything but a whole mapping is not modelled");
    void *block = mappings[found].block;
    mappings[found].block = 0;
    STEP_END();
    __heddle_free(block);
    return 0;
}

int mprotect(void *address, size_t length, int protection)
{
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __heddle_unsupported("protected memory is not modelled");
    return 0;
}

int madvise(void *address, size_t length, int advice)
{
    if (advice == MADV_DONTNEED || advice == MADV_FREE)
        __heddle_unsupported("giving back parts of memory is not modelled");
    return 0;
}

int posix_madvise(void *address, size_t length, int advice)
{
    return 0;
}

/* Locking memory may be forbidden. */
static int allowed(void)
{
    if (__heddle_nondet_bool())
        return 0;
    errno = ENOMEM;
    return -1;
}

int mlock(const void *address, size_t length)
{
    return allowed();
}

int mlockall(int flags)
{
    return allowed();
}

int munlock(const void *address, size_t length)
{
    return 0;
}

int munlockall(void)
{
    return 0;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    __heddle_unsupported("memory shared between processes is not modelled");
    return -1;
}
