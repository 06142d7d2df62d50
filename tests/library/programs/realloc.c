// realloc keeps the contents; aligned blocks are aligned and can be freed.
// observe: done
// outcomes: 1
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
int done;
int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 3;
    p[1] = 4;
    p = realloc(p, 5 * sizeof *p);
    assert(p[0] == 3 && p[1] == 4 && malloc_usable_size(p) >= 5 * sizeof *p);
    p = realloc(p, sizeof *p);
    assert(p[0] == 3);
    free(p);
    void *q;
    assert(posix_memalign(&q, 64, 10) == 0 && (uintptr_t)q % 64 == 0);
    free(q);
    p = aligned_alloc(8, 8);
    *p = 1;
    free(p);
    p = realloc(0, 4);
    free(p);
    free(0);
    done = 1;
}
