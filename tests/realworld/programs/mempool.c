/* A pool of equal blocks: a stack of free block numbers, with a version in the upper half of the head so that a block that comes back is noticed.
   -DNO_VERSION: without it (the ABA problem needs blocks that come back: -DOPS chooses what the threads do). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 3
#define NONE 0xffffu

typedef struct {
    _Atomic uint32_t head; /* version << 16 | number of the first free block */
    _Atomic uint16_t next[BLOCKS];
    struct block { int owner; } __attribute__((aligned(16))) blocks[BLOCKS];
} mpool_t;

static mpool_t *mpool_create(void)
{
    mpool_t *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    for (unsigned i = 0; i < BLOCKS; i++) {
        atomic_init(&p->next[i], i + 1 < BLOCKS ? i + 1 : NONE);
        p->blocks[i].owner = 0;
    }
    atomic_init(&p->head, 0);
    return p;
}

static inline uint32_t moved(uint32_t head, unsigned first)
{
#ifdef NO_VERSION
    (void)head;
    return first;
#else
    return (((head >> 16) + 1) << 16) | first;
#endif
}

static void *mpool_alloc(mpool_t *p)
{
    uint32_t head = atomic_load(&p->head), next;
    do {
        if ((head & 0xffff) == NONE)
            return NULL;
        next = moved(head, atomic_load(&p->next[head & 0xffff]));
    } while (!atomic_compare_exchange_weak(&p->head, &head, next));
    return &p->blocks[head & 0xffff];
}

static void mpool_free(mpool_t *p, void *block)
{
    unsigned number = (struct block *)block - p->blocks;
    uint32_t head = atomic_load(&p->head);
    do {
        atomic_store(&p->next[number], head & 0xffff);
    } while (!atomic_compare_exchange_weak(&p->head, &head, moved(head, number)));
}

static mpool_t *pool;

/* Takes a block that nobody else may have. */
static struct block *get(int me)
{
    struct block *b = mpool_alloc(pool);
    if (b) {
        assert(b->owner == 0);
        b->owner = me;
    }
    return b;
}

static void put(struct block *b)
{
    if (b) {
        b->owner = 0;
        mpool_free(pool, b);
    }
}

static void *user(void *unused)
{
    (void)unused;
    get(1);
#ifdef COMES_BACK
    get(1);
#endif
    return NULL;
}

int main(void)
{
    pthread_t t;
    pool = mpool_create();
    if (!pool || pthread_create(&t, NULL, user, NULL)) {
        fprintf(stderr, "cannot start\n");
        return 1;
    }
    struct block *a = get(2);
#ifdef COMES_BACK
    get(2);
#endif
    put(a);
    pthread_join(t, NULL);
    free(pool);
    return 0;
}
