/* A queue of linked entries for one producer and one consumer: a stub at the head, and the entries that the consumer has
   left behind are used again by the producer.  -DNO_LINK_FENCE: an entry may be linked before it is filled. */
#include "pr.h"
#include "validate.h"

struct fifo_spsc_entry {
    void *value;
    struct fifo_spsc_entry *next;
};

struct fifo_spsc {
    struct fifo_spsc_entry *head PR_ALIGNED;
    struct fifo_spsc_entry *tail PR_ALIGNED;
    struct fifo_spsc_entry *head_snapshot, *garbage;
};

static inline void fifo_spsc_init(struct fifo_spsc *fifo, struct fifo_spsc_entry *stub)
{
    fifo->head = fifo->tail = fifo->head_snapshot = fifo->garbage = stub;
    stub->next = NULL;
}

static inline void fifo_spsc_enqueue(struct fifo_spsc *fifo, struct fifo_spsc_entry *entry, void *value)
{
    entry->value = value;
    entry->next = NULL;
#ifndef NO_LINK_FENCE
    pr_fence_store();
#endif
    pr_store_ptr(&fifo->tail->next, entry);
    fifo->tail = entry;
}

static inline bool fifo_spsc_dequeue(struct fifo_spsc *fifo, void *value)
{
    struct fifo_spsc_entry *entry = pr_load_ptr(&fifo->head->next);
    if (entry == NULL)
        return false;
    pr_fence_load();
    *(void **)value = entry->value;
    pr_fence_release();
    pr_store_ptr(&fifo->head, entry);
    return true;
}

/* An entry that the consumer no longer looks at. */
static inline struct fifo_spsc_entry *fifo_spsc_recycle(struct fifo_spsc *fifo)
{
    struct fifo_spsc_entry *garbage;

    if (fifo->head_snapshot == fifo->garbage) {
        fifo->head_snapshot = pr_load_ptr(&fifo->head);
        pr_fence_acquire();
        if (fifo->head_snapshot == fifo->garbage)
            return NULL;
    }
    garbage = fifo->garbage;
    fifo->garbage = garbage->next;
    return garbage;
}

#ifndef MESSAGES
#define MESSAGES 2
#endif

static struct fifo_spsc fifo;
static int payload[MESSAGES];

static void *producer(void *unused)
{
    (void)unused;
    for (int i = 0; i < MESSAGES; i++) {
        struct fifo_spsc_entry *entry = fifo_spsc_recycle(&fifo);
        if (entry == NULL)
            entry = malloc(sizeof(struct fifo_spsc_entry));
        payload[i] = i + 1;
        fifo_spsc_enqueue(&fifo, entry, &payload[i]);
    }
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    for (int i = 0; i < MESSAGES; i++) {
        int *value;
        while (fifo_spsc_dequeue(&fifo, &value) == false)
            pr_stall();
        assert(*value == i + 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    struct fifo_spsc_entry *stub = malloc(sizeof(*stub));
    if (stub == NULL)
        exit(EXIT_FAILURE);
    fifo_spsc_init(&fifo, stub);
    spawn(&threads[0], producer, NULL);
    spawn(&threads[1], consumer, NULL);
    collect(threads[0]);
    collect(threads[1]);
    return 0;
}
