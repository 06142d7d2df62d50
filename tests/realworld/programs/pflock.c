/* A phase-fair reader-writer lock (Brandenburg and Anderson): readers and writers draw tickets, the low bits of the readers' counter say
   whether a writer is present and which phase it is.  -DNO_WRITER_WAIT: the writer does not wait for the readers before it;
   -DPLAIN_WOUT: the holder reads the counter that the holder before it wrote, plainly (a fence does not cover the store that publishes it). */
#include <stdint.h>
#include "pr.h"
#include "validate.h"

#define PFLOCK_LSB 0xFFFFFFF0u
#define PFLOCK_RINC 0x100u
#define PFLOCK_WBITS 0x3u
#define PFLOCK_PRES 0x2u
#define PFLOCK_PHID 0x1u

struct pflock {
    uint32_t rin, rout, win, wout;
};
typedef struct pflock pflock_t;

static inline void pflock_write_lock(pflock_t *pf)
{
    uint32_t ticket = pr_faa_uint(&pf->win, 1);
    while (pr_load_uint(&pf->wout) != ticket)
        pr_stall();
    pr_fence_acquire(); /* after the writer before */
    ticket = pr_faa_uint(&pf->rin, (ticket & PFLOCK_PHID) | PFLOCK_PRES);
#ifndef NO_WRITER_WAIT
    while (pr_load_uint(&pf->rout) != ticket)
        pr_stall();
#endif
    pr_fence_acquire();
}

static inline void pflock_write_unlock(pflock_t *pf)
{
    pr_fence_release();
    __atomic_and_fetch(&pf->rin, PFLOCK_LSB, __ATOMIC_RELAXED); /* readers go on */
#ifdef PLAIN_WOUT
    pr_store_uint(&pf->wout, pf->wout + 1); /* the next writer */
#else
    pr_faa_uint(&pf->wout, 1);
#endif
}

static inline void pflock_read_lock(pflock_t *pf)
{
    uint32_t w = pr_faa_uint(&pf->rin, PFLOCK_RINC) & PFLOCK_WBITS;
    if (w != 0)
        while ((pr_load_uint(&pf->rin) & PFLOCK_WBITS) == w)
            pr_stall();
    pr_fence_acquire();
}

static inline void pflock_read_unlock(pflock_t *pf)
{
    pr_fence_release();
    pr_faa_uint(&pf->rout, PFLOCK_RINC);
}

#ifndef WRITERS
#define WRITERS 1
#endif

static pflock_t lock;
static int first, second;

static void *writer(void *unused)
{
    (void)unused;
    pflock_write_lock(&lock);
    first++;
    second++;
    pflock_write_unlock(&lock);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    pflock_read_lock(&lock);
    int a = first, b = second;
    pflock_read_unlock(&lock);
    assert(a == b);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    spawn(&threads[0], writer, NULL);
    spawn(&threads[1], reader, NULL);
    spawn(&threads[2], WRITERS == 2 ? writer : reader, NULL);
    for (int i = 0; i < 3; i++)
        collect(threads[i]);
    assert(first == WRITERS);
    return 0;
}
