// A stack of Treiber's kind with one slot where a push and a pop that are in each other's way meet.  BUG: the pop takes what is in the slot by
// a load and a store, so that two may take the same.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node { int value; struct node *next; };

static _Atomic(struct node *) top;
static _Atomic(struct node *) slot;
static struct node nodes[3];

static bool try_push(struct node *n)
{
    struct node *seen = atomic_load_explicit(&top, memory_order_relaxed);
    n->next = seen;
    return atomic_compare_exchange_strong_explicit(&top, &seen, n, memory_order_release, memory_order_relaxed);
}

static struct node *try_pop(bool *empty)
{
    struct node *seen = atomic_load_explicit(&top, memory_order_acquire);
    *empty = !seen;
    if (!seen)
        return NULL;
    return atomic_compare_exchange_strong_explicit(&top, &seen, seen->next, memory_order_acquire, memory_order_relaxed) ? seen : NULL;
}

static void push(struct node *n)
{
    while (!try_push(n)) {
        struct node *none = NULL;
        if (atomic_compare_exchange_strong_explicit(&slot, &none, n, memory_order_release, memory_order_relaxed)) {
            struct node *mine = n;
            if (!atomic_compare_exchange_strong_explicit(&slot, &mine, NULL, memory_order_relaxed, memory_order_relaxed))
                return;
        }
    }
}

static struct node *pop(void)
{
    for (;;) {
        bool empty;
        struct node *n = try_pop(&empty);
        if (n)
            return n;
        struct node *offer = atomic_load_explicit(&slot, memory_order_acquire);
#ifdef BUG
        if (offer) {
            atomic_store_explicit(&slot, NULL, memory_order_relaxed);
            return offer;
        }
#else
        if (offer && atomic_compare_exchange_strong_explicit(&slot, &offer, NULL, memory_order_acquire, memory_order_relaxed))
            return offer;
#endif
        if (empty)
            return NULL;
    }
}

static int taken[3];

static void take(void)
{
    struct node *n = pop();
    if (n)
        taken[n - nodes]++;
}

static void *pusher(void *arg)
{
    struct node *n = arg;
    n->value = 1;
    push(n);
    return NULL;
}

static void *popper(void *unused)
{
    struct node *n = pop();
    return n;
}

int main(void)
{
    pthread_t a, b, c;
    void *got;
    nodes[2].value = 1;
    push(&nodes[2]);
    pthread_create(&a, NULL, pusher, &nodes[0]);
    pthread_create(&b, NULL, pusher, &nodes[1]);
    pthread_create(&c, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, &got);
    if (got) {
        struct node *n = got;
        assert(n->value == 1);
        taken[n - nodes]++;
    }
    for (int i = 0; i < 3; i++)
        take();
    for (int i = 0; i < 3; i++)
        assert(taken[i] == 1);
    return 0;
}
