// Reclamation by quiescent states: a reader says now and then that it holds nothing, with the number of the grace period that it has seen; who
// wants to free something starts a new period and waits for all readers.  BUG: a reader says so before its last use.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define READERS 2
#define OFFLINE 0

struct config { int version, check; };

static _Atomic(struct config *) current;
static atomic_ulong period = 1;
static struct reader { atomic_ulong seen; } readers[READERS];

static void online(struct reader *r)
{
    atomic_store_explicit(&r->seen, atomic_load_explicit(&period, memory_order_relaxed), memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
}

static void quiescent(struct reader *r)
{
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&r->seen, atomic_load_explicit(&period, memory_order_relaxed), memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
}

static void offline(struct reader *r)
{
    atomic_store_explicit(&r->seen, OFFLINE, memory_order_release);
}

static void synchronize(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    unsigned long goal = atomic_fetch_add_explicit(&period, 1, memory_order_seq_cst) + 1;
    for (int i = 0; i < READERS; i++)
        for (;;) {
            unsigned long seen = atomic_load_explicit(&readers[i].seen, memory_order_acquire);
            if (seen == OFFLINE || seen >= goal)
                break;
        }
    atomic_thread_fence(memory_order_seq_cst);
}

static void *read_side(void *arg)
{
    struct reader *self = &readers[(uintptr_t)arg];
    online(self);
    int last = 0;
    for (int i = 0; i < 2; i++) {
        struct config *c = atomic_load_explicit(&current, memory_order_acquire);
#ifdef BUG
        quiescent(self);
#endif
        assert(c->version >= last && c->check == -c->version);
        last = c->version;
#ifndef BUG
        quiescent(self);
#endif
    }
    offline(self);
    return NULL;
}

static struct config *config(int version)
{
    struct config *c = malloc(sizeof *c);
    if (!c)
        abort();
    c->version = version;
    c->check = -version;
    return c;
}

int main(void)
{
    pthread_t t[READERS];
    atomic_init(&current, config(1));
    for (uintptr_t i = 0; i < READERS; i++)
        pthread_create(&t[i], NULL, read_side, (void *)i);
    struct config *old = atomic_exchange_explicit(&current, config(2), memory_order_acq_rel);
    synchronize();
    free(old);
    for (int i = 0; i < READERS; i++)
        pthread_join(t[i], NULL);
    free(atomic_load(&current));
    return 0;
}
