// A lock-free stack whose pop has the ABA problem.
// While one thread sits between reading the top's `next` and its compare-and-swap, another pops both nodes and pushes the
// first one back.  The top has its old value again, the swap succeeds, and a node that was taken is on the stack once more.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    int taken;
};

struct node a, b;
_Atomic(struct node *) top;

void push(struct node *n)
{
    struct node *old;
    do {
        old = atomic_load(&top);
        n->next = old;
    } while (!atomic_compare_exchange_strong(&top, &old, n));
}

struct node *pop(void)
{
    struct node *old, *next;
    do {
        old = atomic_load(&top);
        if (!old)
            return 0;
        next = old->next;
    } while (!atomic_compare_exchange_strong(&top, &old, next));
    return old;
}

void *slow(void *unused)
{
    pop();
    return 0;
}

void *quick(void *unused)
{
    struct node *first = pop();
    struct node *second = pop();
    if (second)
        second->taken = 1; // it is ours now, and never pushed again
    if (first)
        push(first);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    push(&b);
    push(&a);
    pthread_create(&t1, 0, slow, 0);
    pthread_create(&t2, 0, quick, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);

    struct node *left = atomic_load(&top);
    assert(!left || !left->taken);
    return 0;
}
