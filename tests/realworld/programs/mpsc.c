/* A queue for many producers and one consumer: an exchange on the tail, then the link, so the list has a gap for a moment.  Nodes are part
   of the messages (container_of).  -DRELAXED_LINK: the link may be seen before the message; -DTAIL_BY_STORE: the tail is moved by load and store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct mpsc_node {
    _Atomic(struct mpsc_node *) next;
};

struct mpsc {
    _Atomic(struct mpsc_node *) tail;
    struct mpsc_node *head; /* the consumer's */
    struct mpsc_node stub;
};

#define MPSC_INITIALIZER(q) { .tail = &(q).stub, .head = &(q).stub, .stub = { NULL } }

#ifdef RELAXED_LINK
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

static void mpsc_push(struct mpsc *q, struct mpsc_node *n)
{
    atomic_store_explicit(&n->next, NULL, memory_order_relaxed);
#ifdef TAIL_BY_STORE
    struct mpsc_node *prev = atomic_load(&q->tail);
    atomic_store(&q->tail, n);
#else
    struct mpsc_node *prev = atomic_exchange_explicit(&q->tail, n, memory_order_acq_rel);
#endif
    atomic_store_explicit(&prev->next, n, LINK);
}

/* The oldest node, or NULL; the node stays the queue's head until the next one is taken. */
static struct mpsc_node *mpsc_pop(struct mpsc *q)
{
    struct mpsc_node *next = atomic_load_explicit(&q->head->next, memory_order_acquire);
    if (next)
        q->head = next;
    return next;
}

struct message {
    int from, value;
    struct mpsc_node node;
};

static struct mpsc queue = MPSC_INITIALIZER(queue);

static void *producer(void *from)
{
    struct message *m = malloc(sizeof *m);
    if (!m) {
        perror("malloc");
        exit(1);
    }
    m->from = *(int *)from;
    m->value = 10 * m->from;
    mpsc_push(&queue, &m->node);
    return NULL;
}

static int check(struct mpsc_node *n)
{
    struct message *m = container_of(n, struct message, node);
    assert(m->value == 10 * m->from);
    return m->from;
}

int main(void)
{
    static int ids[2] = { 1, 2 };
    pthread_t t[2];
    int seen = 0;
    for (int i = 0; i < 2; i++)
        if (pthread_create(&t[i], NULL, producer, &ids[i]) != 0)
            return 1;
    struct mpsc_node *n;
    while (!(n = mpsc_pop(&queue)))
        ;
    seen += check(n);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    n = mpsc_pop(&queue);
    assert(n != NULL);
    seen += check(n);
    assert(seen == 3);
    return 0;
}
