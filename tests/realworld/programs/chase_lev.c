/* The work-stealing deque of Chase and Lev, in C11 as Le, Pop, Cohen and Zappa Nardelli give it (PPoPP 2013).
   -DNO_TAKE_FENCE: take does not separate its write of bottom from its read of top; -DNO_PUSH_FENCE: a task may be seen before it is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct work {
    void (*code)(struct work *);
    int runs;
};
typedef struct work work_t;

typedef struct {
    atomic_size_t size;
    _Atomic(work_t *) buffer[];
} array_t;

typedef struct {
    atomic_size_t top, bottom;
    _Atomic(array_t *) array;
} deque_t;

static work_t *const EMPTY = NULL;
static work_t abort_mark, *const ABORT = &abort_mark;

static void deque_init(deque_t *q, int size_hint)
{
    atomic_init(&q->top, 1); /* so that bottom - 1 does not wrap */
    atomic_init(&q->bottom, 1);
    array_t *a = malloc(sizeof(array_t) + sizeof(work_t *) * size_hint);
    if (!a)
        abort();
    atomic_init(&a->size, size_hint);
    atomic_init(&q->array, a);
}

static void push(deque_t *q, work_t *w)
{
    size_t b = atomic_load_explicit(&q->bottom, memory_order_relaxed);
    array_t *a = atomic_load_explicit(&q->array, memory_order_relaxed);
    atomic_store_explicit(&a->buffer[b % atomic_load_explicit(&a->size, memory_order_relaxed)], w, memory_order_relaxed);
#ifndef NO_PUSH_FENCE
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&q->bottom, b + 1, memory_order_relaxed);
}

static work_t *take(deque_t *q)
{
    size_t b = atomic_load_explicit(&q->bottom, memory_order_relaxed) - 1;
    array_t *a = atomic_load_explicit(&q->array, memory_order_relaxed);
    atomic_store_explicit(&q->bottom, b, memory_order_relaxed);
#ifndef NO_TAKE_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    size_t t = atomic_load_explicit(&q->top, memory_order_relaxed);
    work_t *x;
    if (t <= b) {
        x = atomic_load_explicit(&a->buffer[b % atomic_load_explicit(&a->size, memory_order_relaxed)], memory_order_relaxed);
        if (t == b) { /* the last one: a race with thieves */
            if (!atomic_compare_exchange_strong_explicit(&q->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
                x = EMPTY;
            atomic_store_explicit(&q->bottom, b + 1, memory_order_relaxed);
        }
    } else {
        x = EMPTY;
        atomic_store_explicit(&q->bottom, b + 1, memory_order_relaxed);
    }
    return x;
}

static work_t *steal(deque_t *q)
{
    size_t t = atomic_load_explicit(&q->top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    size_t b = atomic_load_explicit(&q->bottom, memory_order_acquire);
    work_t *x = EMPTY;
    if (t < b) {
        array_t *a = atomic_load_explicit(&q->array, memory_order_acquire);
        x = atomic_load_explicit(&a->buffer[t % atomic_load_explicit(&a->size, memory_order_relaxed)], memory_order_relaxed);
        if (!atomic_compare_exchange_strong_explicit(&q->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            return ABORT;
    }
    return x;
}

#ifndef TASKS
#define TASKS 2
#endif
#ifndef STEALS
#define STEALS 2
#endif

static deque_t deque;

static void count(work_t *w)
{
    int before = __atomic_fetch_add(&w->runs, 1, __ATOMIC_RELAXED);
    assert(before == 0); /* nobody does a task twice */
}

static bool run(work_t *w)
{
    if (w == EMPTY || w == ABORT)
        return false;
    w->code(w);
    return true;
}

static void *thief(void *unused)
{
    (void)unused;
    for (int i = 0; i < STEALS; i++)
        run(steal(&deque));
    return NULL;
}

int main(void)
{
    pthread_t t;
    work_t *tasks = calloc(TASKS, sizeof(work_t));
    deque_init(&deque, 2);
    if (!tasks || pthread_create(&t, NULL, thief, NULL))
        return 1;
    for (int i = 0; i < TASKS; i++) {
        tasks[i].code = count;
        push(&deque, &tasks[i]);
    }
    while (run(take(&deque)))
        ;
    pthread_join(t, NULL);
    for (int i = 0; i < TASKS; i++)
        assert(tasks[i].runs == 1);
    return 0;
}
