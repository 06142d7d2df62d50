/* A sequence lock over a small record: the writer makes the counter odd, readers try again if it was odd or has moved.
   -DNO_WRITE_FENCE: the data may be written before the counter is odd; -DNO_RETRY: the reader does not look twice;
   -DPLAIN_DATA: as it is often written, with plain accesses to the record. */
#include "pr.h"
#include "validate.h"

typedef struct {
    unsigned int sequence;
} sequence_t;

#define SEQUENCE_INITIALIZER { .sequence = 0 }

#ifdef PLAIN_DATA
#define DATA(x) (x)
#define SET_DATA(x, v) ((x) = (v))
#else
#define DATA(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define SET_DATA(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#endif

static inline unsigned int sequence_read_begin(const sequence_t *sq)
{
    unsigned int version;
    for (;;) {
        version = PR_LOAD(&sq->sequence);
        if ((version & 1) == 0)
            break;
        pr_stall();
    }
    pr_fence_load();
    return version;
}

static inline bool sequence_read_retry(const sequence_t *sq, unsigned int version)
{
    pr_fence_load();
    return PR_LOAD(&sq->sequence) != version;
}

static inline void sequence_write_begin(sequence_t *sq)
{
    pr_store_uint(&sq->sequence, sq->sequence + 1);
#ifndef NO_WRITE_FENCE
    pr_fence_store();
#endif
}

static inline void sequence_write_end(sequence_t *sq)
{
    pr_fence_store();
    pr_store_uint(&sq->sequence, sq->sequence + 1);
}

struct example {
    int a, b;
};

static struct example global;
static sequence_t seqlock = SEQUENCE_INITIALIZER;

#ifndef WRITES
#define WRITES 1
#endif

static void *writer(void *unused)
{
    (void)unused;
    for (int i = 1; i <= WRITES; i++) {
        sequence_write_begin(&seqlock);
        SET_DATA(global.a, i);
        SET_DATA(global.b, i);
        sequence_write_end(&seqlock);
    }
    return NULL;
}

static void consume(struct example *copy)
{
    unsigned int version;
#ifdef NO_RETRY
    version = sequence_read_begin(&seqlock);
    copy->a = DATA(global.a);
    copy->b = DATA(global.b);
    (void)version;
#else
    do {
        version = sequence_read_begin(&seqlock);
        copy->a = DATA(global.a);
        copy->b = DATA(global.b);
    } while (sequence_read_retry(&seqlock, version));
#endif
}

int main(void)
{
    pthread_t thread;
    struct example copy;
    spawn(&thread, writer, NULL);
    consume(&copy);
    assert(copy.a == copy.b);
    collect(thread);
    return 0;
}
