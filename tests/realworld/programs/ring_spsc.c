/* A ring for one producer and one consumer: the size is a power of two, the counters run on, entries lie in a buffer that
   the caller brings.  -DNO_STORE_FENCE: the new tail may be seen before the entry. */
#include <stdint.h>
#include "pr.h"
#include "validate.h"

struct ring {
    unsigned int c_head;
    char pad[CACHELINE - sizeof(unsigned int)];
    unsigned int p_tail;
    unsigned int p_head;
    char _pad[CACHELINE - sizeof(unsigned int) * 2];
    unsigned int size;
    unsigned int mask;
};

struct ring_buffer {
    void *value;
};

struct entry {
    int tid;
    int value;
};

static void ring_init(struct ring *ring, unsigned int size)
{
    memset(ring, 0, sizeof *ring);
    ring->size = size;
    ring->mask = size - 1;
}

static inline bool ring_enqueue_spsc(struct ring *ring, struct ring_buffer *buffer, const void *entry)
{
    unsigned int consumer = pr_load_uint(&ring->c_head);
    unsigned int producer = ring->p_tail;
    unsigned int delta = producer + 1;

    if ((delta & ring->mask) == (consumer & ring->mask))
        return false;
    pr_fence_acquire(); /* the consumer is done with the slot */
    buffer[producer & ring->mask].value = (void *)(uintptr_t)entry;
#ifndef NO_STORE_FENCE
    pr_fence_store();
#endif
    pr_store_uint(&ring->p_tail, delta);
    return true;
}

static inline bool ring_dequeue_spsc(struct ring *ring, const struct ring_buffer *buffer, void *data)
{
    unsigned int consumer = ring->c_head;
    unsigned int producer = pr_load_uint(&ring->p_tail);

    if (consumer == producer)
        return false;
    pr_fence_load();
    void *value = buffer[consumer & ring->mask].value;
    memcpy(data, &value, sizeof value);
    pr_fence_release();
    pr_store_uint(&ring->c_head, consumer + 1);
    return true;
}

#define SIZE 2
#ifndef MESSAGES
#define MESSAGES 2
#endif

static struct ring ring PR_ALIGNED;
static struct ring_buffer *buffer;

static void *producer(void *unused)
{
    (void)unused;
    for (int i = 0; i < MESSAGES; i++) {
        struct entry *entry = malloc(sizeof *entry);
        entry->tid = 1;
        entry->value = i;
        while (!ring_enqueue_spsc(&ring, buffer, entry))
            pr_stall();
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    buffer = calloc(SIZE, sizeof(struct ring_buffer));
    if (buffer == NULL)
        return 1;
    ring_init(&ring, SIZE);
    spawn(&thread, producer, NULL);
    for (int i = 0; i < MESSAGES; i++) {
        struct entry *entry;
        while (!ring_dequeue_spsc(&ring, buffer, &entry))
            pr_stall();
        assert(entry != NULL);
        assert(entry->tid == 1);
        assert(entry->value == i);
        free(entry);
    }
    collect(thread);
    free(buffer);
    return 0;
}
