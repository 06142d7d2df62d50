/* Dynamic memory.  Allocation never fails (but for --malloc-may-fail), and every block is new (but for --reuse-freed).
 *
 * A program that calls realloc (or malloc_usable_size, or asks for an alignment) needs the size and the beginning of each
 * block: only there each block carries a header with both, in front of what the program sees.  An access just below such
 * a block is then not found to be out of bounds.
 */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include "model.h"

#ifdef HEDDLE_MALLOC_MAY_FAIL
#define MAY_FAIL if (__heddle_nondet_bool()) { errno = ENOMEM; return 0; }
#else
#define MAY_FAIL
#endif

#if defined(HEDDLE_USES_realloc) || defined(HEDDLE_USES_reallocarray) || defined(HEDDLE_USES_malloc_usable_size) || \
    defined(HEDDLE_USES_aligned_alloc) || defined(HEDDLE_USES_posix_memalign) || defined(HEDDLE_USES_memalign) || \
    defined(HEDDLE_USES_valloc)

struct header { void *block; size_t size; } __attribute__((aligned(16)));

static struct header *header_of(void *memory)
{
    return (struct header *)((char *)memory - sizeof(struct header));
}

static void *add_header(void *block, size_t shift, size_t size)
{
    void *memory = (char *)block + sizeof(struct header) + shift;
    header_of(memory)->block = block;
    header_of(memory)->size = size;
    return memory;
}

void *malloc(size_t size)
{
    MAY_FAIL
    return add_header(__heddle_malloc(sizeof(struct header) + size), 0, size);
}

void *calloc(size_t count, size_t size)
{
    MAY_FAIL
    return add_header(__heddle_zalloc(sizeof(struct header) + count * size), 0, count * size);
}

void free(void *memory)
{
    if (memory)
        __heddle_free(header_of(memory)->block);
}

void *realloc(void *memory, size_t size)
{
    if (!memory)
        return malloc(size);
    size_t old = header_of(memory)->size;
    void *result = malloc(size);
    if (!result)
        return 0;
    memcpy(result, memory, old < size ? old : size);
    free(memory);
    return result;
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    return realloc(memory, count * size);
}

size_t malloc_usable_size(void *memory)
{
    return memory ? header_of(memory)->size : 0;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    if (alignment <= 16)
        return malloc(size);
    MAY_FAIL
    char *block = __heddle_malloc(sizeof(struct header) + alignment + size);
    size_t over = ((uintptr_t)block + sizeof(struct header)) % alignment;
    return add_header(block, over ? alignment - over : 0, size);
}
#else
void *malloc(size_t size)
{
    MAY_FAIL
    return __heddle_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    MAY_FAIL
    return __heddle_zalloc(count * size);
}

void free(void *memory)
{
    __heddle_free(memory);
}

void *realloc(void *memory, size_t size)
{
    __heddle_unsupported("realloc is not linked in");
    return 0;
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    return realloc(memory, count * size);
}

size_t malloc_usable_size(void *memory)
{
    __heddle_unsupported("malloc_usable_size is not linked in");
    return 0;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    __heddle_unsupported("aligned allocation is not linked in");
    return 0;
}
#endif

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void *valloc(size_t size)
{
    return aligned_alloc(4096, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *memory = aligned_alloc(alignment, size);
    if (!memory)
        return ENOMEM;
    *result = memory;
    return 0;
}

void cfree(void *memory)
{
    free(memory);
}
