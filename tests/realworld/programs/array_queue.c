/* A queue of arrays: producers and consumers draw slots by fetch-and-add, a consumer that comes first spoils its slot, and a full array gets a
   successor.  -DNO_SPOIL: the consumer just reads its slot. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define BUFFER_SIZE 2

static int spoiled;
#define TAKEN ((void *)&spoiled)

typedef struct node {
    atomic_int deqidx;
    _Atomic(void *) items[BUFFER_SIZE];
    atomic_int enqidx;
    _Atomic(struct node *) next;
} node_t;

typedef struct {
    _Atomic(node_t *) head, tail;
} array_queue_t;

static node_t *node_new(void *item)
{
    node_t *n = malloc(sizeof(node_t));
    if (!n)
        abort();
    atomic_init(&n->deqidx, 0);
    atomic_init(&n->enqidx, item ? 1 : 0);
    atomic_init(&n->next, NULL);
    for (int i = 0; i < BUFFER_SIZE; i++)
        atomic_init(&n->items[i], i == 0 ? item : NULL);
    return n;
}

static void enqueue(array_queue_t *q, void *item)
{
    for (;;) {
        node_t *tail = atomic_load(&q->tail);
        int idx = atomic_fetch_add(&tail->enqidx, 1);
        if (idx > BUFFER_SIZE - 1) { /* full: append one */
            if (tail != atomic_load(&q->tail))
                continue;
            node_t *next = atomic_load(&tail->next);
            if (next == NULL) {
                node_t *fresh = node_new(item), *expected = NULL;
                if (atomic_compare_exchange_strong(&tail->next, &expected, fresh)) {
                    atomic_compare_exchange_strong(&q->tail, &tail, fresh);
                    return;
                }
                free(fresh);
            } else {
                atomic_compare_exchange_strong(&q->tail, &tail, next);
            }
            continue;
        }
        void *expected = NULL;
        if (atomic_compare_exchange_strong(&tail->items[idx], &expected, item))
            return;
    }
}

static void *dequeue(array_queue_t *q)
{
    for (;;) {
        node_t *head = atomic_load(&q->head);
        if (atomic_load(&head->deqidx) >= atomic_load(&head->enqidx) && atomic_load(&head->next) == NULL)
            return NULL;
        int idx = atomic_fetch_add(&head->deqidx, 1);
        if (idx > BUFFER_SIZE - 1) {
            node_t *next = atomic_load(&head->next);
            if (next == NULL)
                return NULL;
            atomic_compare_exchange_strong(&q->head, &head, next); /* left to whoever collects garbage */
            continue;
        }
#ifdef NO_SPOIL
        void *item = atomic_load(&head->items[idx]);
        if (item == NULL)
            continue;
        return item;
#else
        void *item = atomic_exchange(&head->items[idx], TAKEN);
        if (item == NULL)
            continue;
        return item;
#endif
    }
}

static array_queue_t queue;
static int payload[2] = { 1, 2 };

static void *producer(void *item)
{
    enqueue(&queue, item);
    return NULL;
}

int main(void)
{
    pthread_t t;
    node_t *first = node_new(&payload[0]);
    atomic_init(&queue.head, first);
    atomic_init(&queue.tail, first);
    if (pthread_create(&t, NULL, producer, &payload[1]) != 0)
        return 1;
    int *a = dequeue(&queue), *b = dequeue(&queue);
    assert(a == &payload[0]);
    pthread_join(t, NULL);
    if (b == NULL)
        b = dequeue(&queue);
    assert(b == &payload[1]);
    assert(dequeue(&queue) == NULL);
    return 0;
}
