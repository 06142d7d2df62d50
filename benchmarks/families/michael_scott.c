// The queue of Michael and Scott.  What has been taken out waits in a list and is freed when all threads have ended; BUG: it is freed at once,
// under the eyes of an enqueuer that holds the old tail.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node { int value; _Atomic(struct node *) next; struct node *retired; };

static _Atomic(struct node *) head, tail;
static _Atomic(struct node *) graveyard;

static struct node *node(int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    n->retired = NULL;
    atomic_init(&n->next, NULL);
    return n;
}

static void retire(struct node *n)
{
#ifdef BUG
    free(n);
#else
    struct node *top = atomic_load_explicit(&graveyard, memory_order_relaxed);
    do
        n->retired = top;
    while (!atomic_compare_exchange_weak_explicit(&graveyard, &top, n, memory_order_release, memory_order_relaxed));
#endif
}

static void enqueue(int value)
{
    struct node *n = node(value);
    for (;;) {
        struct node *t = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&t->next, memory_order_acquire);
        if (t != atomic_load_explicit(&tail, memory_order_acquire))
            continue;
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &t, next, memory_order_release, memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&t->next, &next, n, memory_order_release, memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &t, n, memory_order_release, memory_order_relaxed);
            return;
        }
    }
}

static bool dequeue(int *value)
{
    for (;;) {
        struct node *h = atomic_load_explicit(&head, memory_order_acquire);
        struct node *t = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&h->next, memory_order_acquire);
        if (h != atomic_load_explicit(&head, memory_order_acquire))
            continue;
        if (!next)
            return false;
        if (h == t) {
            atomic_compare_exchange_strong_explicit(&tail, &t, next, memory_order_release, memory_order_relaxed);
        } else {
            *value = next->value;
            if (atomic_compare_exchange_strong_explicit(&head, &h, next, memory_order_release, memory_order_relaxed)) {
                retire(h);
                return true;
            }
        }
    }
}

static void *producer(void *arg)
{
    enqueue((int)(long)arg);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct node *dummy = node(0);
    atomic_init(&head, dummy);
    atomic_init(&tail, dummy);
    pthread_create(&a, NULL, producer, (void *)1L);
    pthread_create(&b, NULL, producer, (void *)2L);
    int first = 0, second = 0;
    bool got = dequeue(&first);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (!got)
        assert(dequeue(&first));
    assert(dequeue(&second));
    assert(first + second == 3 && first != second);
    assert(!dequeue(&second));
#ifndef BUG
    for (struct node *n = atomic_load(&graveyard); n;) {
        struct node *next = n->retired;
        free(n);
        n = next;
    }
#endif
    free(atomic_load(&head));
    return 0;
}
