/* Copying, filling and comparing memory.
 *
 * Loops cost one unrolling for each turn, so blocks move in big units: 32 bytes a turn, then what remains without a loop.  A unit is
 * a machine word (a pointer is never split as long as the structure is copied from its beginning).  The order of the
 * accesses is not specified for programs that race on the memory.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include "model.h"

typedef uintptr_t word __attribute__((may_alias, aligned(1)));
typedef uint32_t half __attribute__((may_alias, aligned(1)));
typedef uint16_t quarter __attribute__((may_alias, aligned(1)));

#ifdef __LP64__
#define COPY_32(to, from) \
    do { COPY(word, to, from, 0); COPY(word, to, from, 8); COPY(word, to, from, 16); COPY(word, to, from, 24); } while (0)
#define COPY_16(to, from) do { COPY(word, to, from, 0); COPY(word, to, from, 8); } while (0)
#define COPY_8(to, from) COPY(word, to, from, 0)
#else
#define COPY_32(to, from) do { COPY_16(to, from); COPY_16((to) + 16, (from) + 16); } while (0)
#define COPY_16(to, from) do { COPY_8(to, from); COPY_8((to) + 8, (from) + 8); } while (0)
#define COPY_8(to, from) do { COPY(word, to, from, 0); COPY(word, to, from, 4); } while (0)
#endif
#define COPY(unit, to, from, offset) (*(unit *)((to) + (offset)) = *(const unit *)((from) + (offset)))
#define MOVE(size, operation) do { operation; to += (size); from += (size); } while (0)

/* From the beginning to the end. */
static void *copy(void *target, const void *source, size_t count)
{
    char *to = target;
    const char *from = source;
    for (; count >= 32; count -= 32)
        MOVE(32, COPY_32(to, from));
    if (count & 16)
        MOVE(16, COPY_16(to, from));
    if (count & 8)
        MOVE(8, COPY_8(to, from));
    if (count & 4)
        MOVE(4, COPY(half, to, from, 0));
    if (count & 2)
        MOVE(2, COPY(quarter, to, from, 0));
    if (count & 1)
        *to = *from;
    return target;
}

/* A block onto itself is nothing that compilers object to: they copy structs so. */
void *memcpy(void *target, const void *source, size_t count)
{
    APART(target == source || ((uintptr_t)target - (uintptr_t)source >= count && (uintptr_t)source - (uintptr_t)target >= count),
          "memcpy between memory that overlaps");
    return copy(target, source, count);
}

/* Overlapping blocks need the right direction; the pieces are the bytes. */
void *memmove(void *target, const void *source, size_t count)
{
    char *to = target;
    const char *from = source;
    if ((uintptr_t)to - (uintptr_t)from >= count)
        return copy(target, source, count);
    for (size_t left = count; left > 0; left--)
        to[left - 1] = from[left - 1];
    return target;
}

#define FILL(unit, to, offset) (*(unit *)((to) + (offset)) = (unit)pattern)

static char *fill_8(char *to, uintptr_t pattern)
{
    FILL(word, to, 0);
#ifndef __LP64__
    FILL(word, to, 4);
#endif
    return to + 8;
}

void *memset(void *target, int byte, size_t count)
{
    char *to = target;
    uintptr_t pattern = (unsigned char)byte * ((uintptr_t)-1 / 255);
    for (; count >= 32; count -= 32)
        to = fill_8(fill_8(fill_8(fill_8(to, pattern), pattern), pattern), pattern);
    if (count & 16)
        to = fill_8(fill_8(to, pattern), pattern);
    if (count & 8)
        to = fill_8(to, pattern);
    if (count & 4) {
        FILL(half, to, 0);
        to += 4;
    }
    if (count & 2) {
        FILL(quarter, to, 0);
        to += 2;
    }
    if (count & 1)
        *to = (char)byte;
    return target;
}

int memcmp(const void *left, const void *right, size_t count)
{
    const unsigned char *l = left, *r = right;
    for (size_t i = 0; i < count; i++) {
        int a = l[i], b = r[i];
        if (a != b)
            return a - b;
    }
    return 0;
}

void *memchr(const void *text, int byte, size_t count)
{
    const unsigned char *t = text;
    for (size_t i = 0; i < count; i++)
        if (t[i] == (unsigned char)byte)
            return (void *)(t + i);
    return 0;
}

void bzero(void *target, size_t count)
{
    memset(target, 0, count);
}

void bcopy(const void *source, void *target, size_t count)
{
    memmove(target, source, count);
}

int bcmp(const void *left, const void *right, size_t count)
{
    return memcmp(left, right, count);
}

void *mempcpy(void *target, const void *source, size_t count)
{
    return (char *)memcpy(target, source, count) + count;
}

/* What _FORTIFY_SOURCE makes of the calls. */
void *__memcpy_chk(void *target, const void *source, size_t count, size_t room)
{
    return memcpy(target, source, count);
}

void *__memmove_chk(void *target, const void *source, size_t count, size_t room)
{
    return memmove(target, source, count);
}

void *__memset_chk(void *target, int byte, size_t count, size_t room)
{
    return memset(target, byte, count);
}
