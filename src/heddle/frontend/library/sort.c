/* qsort and bsearch.  Sorting is by insertion; like the standard, it promises no order of equal elements. */
#include <stdlib.h>

static void swap(char *left, char *right, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char saved = left[i];
        left[i] = right[i];
        right[i] = saved;
    }
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *first = base;
    for (size_t i = 1; i < count; i++)
        for (char *p = first + i * size; p > first && compare(p - size, p) > 0; p -= size)
            swap(p - size, p, size);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const char *first = base;
    while (count > 0) {
        const char *middle = first + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            first = middle + size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return 0;
}
