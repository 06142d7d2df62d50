// A sorted list whose readers take no lock and whose writer frees what it has taken out, two epochs later.  BUG: after one epoch.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define THREADS 2
#ifdef BUG
#define GRACE 1
#else
#define GRACE 2
#endif

struct node { int key; _Atomic(struct node *) next; };

static _Atomic(struct node *) head;
static atomic_uint epoch;
static struct { atomic_bool active; atomic_uint epoch; } local[THREADS];

static void enter(int self)
{
    atomic_store_explicit(&local[self].active, true, memory_order_relaxed);
    atomic_store_explicit(&local[self].epoch, atomic_load_explicit(&epoch, memory_order_relaxed), memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
}

static void leave(int self)
{
    atomic_store_explicit(&local[self].active, false, memory_order_release);
}

static void advance(void)
{
    unsigned now = atomic_load_explicit(&epoch, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    for (int i = 0; i < THREADS; i++)
        while (atomic_load_explicit(&local[i].active, memory_order_acquire) && atomic_load_explicit(&local[i].epoch, memory_order_relaxed) != now)
            ;
    atomic_store_explicit(&epoch, now + 1, memory_order_release);
}

static void insert(int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->key = key;
    atomic_init(&n->next, atomic_load_explicit(&head, memory_order_relaxed));
    atomic_store_explicit(&head, n, memory_order_release);
}

static void remove_first(void)
{
    struct node *n = atomic_load_explicit(&head, memory_order_relaxed);
    atomic_store_explicit(&head, atomic_load_explicit(&n->next, memory_order_relaxed), memory_order_release);
    for (int i = 0; i < GRACE; i++)
        advance();
    free(n);
}

static void *reader(void *arg)
{
    int self = (int)(long)arg;
    enter(self);
    int last = 1000;
    for (struct node *n = atomic_load_explicit(&head, memory_order_acquire); n; n = atomic_load_explicit(&n->next, memory_order_acquire)) {
        assert(n->key < last);
        last = n->key;
    }
    leave(self);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    insert(1);
    insert(2);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, reader, (void *)i);
    insert(3);
    remove_first();
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
