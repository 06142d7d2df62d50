/* A byte lock: every reader has a byte of its own, the writer waits until all bytes are zero.
   -DNO_STORE_LOAD_FENCE: a reader looks for a writer before its own byte can be seen. */
#include <stdint.h>
#include "pr.h"
#include "validate.h"

#define READERS 4

struct bytelock {
    unsigned int owner;
    uint8_t readers[READERS];
} __attribute__((packed, aligned(CACHELINE)));
typedef struct bytelock bytelock_t;

#define BYTELOCK_INITIALIZER { 0, { 0 } }

static inline void bytelock_write_lock(struct bytelock *bytelock, unsigned int slot)
{
    while (pr_cas_uint(&bytelock->owner, 0, slot) == false)
        pr_stall();
    pr_fence_memory();
    for (int i = 0; i < READERS; i++)
        while (PR_LOAD(&bytelock->readers[i]) != 0)
            pr_stall();
    pr_fence_acquire();
}

static inline void bytelock_write_unlock(struct bytelock *bytelock)
{
    pr_fence_release();
    pr_store_uint(&bytelock->owner, 0);
}

static inline void bytelock_read_lock(struct bytelock *bytelock, unsigned int slot)
{
    for (;;) {
        PR_STORE(&bytelock->readers[slot - 1], true);
#ifndef NO_STORE_LOAD_FENCE
        pr_fence_memory();
#endif
        if (pr_load_uint(&bytelock->owner) == 0)
            break;
        PR_STORE(&bytelock->readers[slot - 1], false);
        while (pr_load_uint(&bytelock->owner) != 0)
            pr_stall();
    }
    pr_fence_acquire();
}

static inline void bytelock_read_unlock(struct bytelock *bytelock, unsigned int slot)
{
    pr_fence_release();
    PR_STORE(&bytelock->readers[slot - 1], false);
}

static bytelock_t lock = BYTELOCK_INITIALIZER;
static int first, second;

static void *writer(void *slot)
{
    bytelock_write_lock(&lock, (unsigned int)(uintptr_t)slot);
    first++;
    second++;
    bytelock_write_unlock(&lock);
    return NULL;
}

static void *reader(void *slot)
{
    bytelock_read_lock(&lock, (unsigned int)(uintptr_t)slot);
    assert(first == second);
    bytelock_read_unlock(&lock, (unsigned int)(uintptr_t)slot);
    return NULL;
}

int main(void)
{
    pthread_t w, r;
    spawn(&w, writer, (void *)1);
    spawn(&r, reader, (void *)2);
    collect(w);
    collect(r);
    return 0;
}
