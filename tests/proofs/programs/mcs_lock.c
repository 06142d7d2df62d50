// An MCS lock: threads queue up, each waits on a flag of its own.  BROKEN: the flag is set after the thread has queued up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};

struct node nodes[2];
_Atomic(struct node *) tail;
int inside;

static void lock(struct node *me)
{
    atomic_store(&me->next, (struct node *)0);
#ifndef BROKEN
    atomic_store(&me->locked, 1);
#endif
    struct node *before = atomic_exchange(&tail, me);
    if (before) {
        atomic_store(&before->next, me);
#ifdef BROKEN
        atomic_store(&me->locked, 1);
#endif
        while (atomic_load(&me->locked))
            ;
    }
}

static void unlock(struct node *me)
{
    if (!atomic_load(&me->next)) {
        struct node *last = me;
        if (atomic_compare_exchange_strong(&tail, &last, (struct node *)0))
            return;
        while (!atomic_load(&me->next))
            ;
    }
#ifdef BROKEN
    atomic_store(&tail, (struct node *)0);
#endif
    atomic_store(&atomic_load(&me->next)->locked, 0);
}

void *worker(void *node)
{
    while (1) {
        lock(node);
        inside++;
        assert(inside == 1);
        inside--;
        unlock(node);
    }
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, &nodes[0]);
    pthread_create(&b, 0, worker, &nodes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
