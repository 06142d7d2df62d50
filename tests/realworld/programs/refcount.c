/* Reference counts in objects that embed them: the last one to put calls the release function.  -DRELAXED_PUT: the count goes down without
   release and acquire; -DPLAIN_PUT: it goes down by a load and a store, so both may think that they were not the last, or both that they were. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(ptr, type, member)                     \
    ({                                                      \
        const __typeof__(((type *)0)->member) *__m = (ptr); \
        (type *)((char *)__m - offsetof(type, member));     \
    })

struct ref {
    void (*free)(const struct ref *);
    atomic_int count;
};

static inline void ref_inc(const struct ref *ref)
{
    atomic_fetch_add_explicit((atomic_int *)&ref->count, 1, memory_order_relaxed);
}

static inline void ref_dec(const struct ref *ref)
{
    atomic_int *count = (atomic_int *)&ref->count;
#if defined(PLAIN_PUT)
    int left = atomic_load(count) - 1;
    atomic_store(count, left);
    if (left == 0)
        ref->free(ref);
#elif defined(RELAXED_PUT)
    if (atomic_fetch_sub_explicit(count, 1, memory_order_relaxed) == 1)
        ref->free(ref);
#else
    if (atomic_fetch_sub_explicit(count, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        ref->free(ref);
    }
#endif
}

struct buffer {
    char name[4];
    int uses[2];
    struct ref refcount;
};

static atomic_int released;

static void buffer_free(const struct ref *ref)
{
    struct buffer *b = container_of(ref, struct buffer, refcount);
    assert(b->uses[0] + b->uses[1] == 3);
    atomic_fetch_add(&released, 1);
    free(b);
}

static struct buffer *buffer_create(void)
{
    struct buffer *b = malloc(sizeof(*b));
    if (b == NULL)
        abort();
    b->refcount = (struct ref){ buffer_free, 1 };
    b->uses[0] = b->uses[1] = 0;
    return b;
}

static void *user(void *arg)
{
    struct buffer *b = arg;
    b->uses[1] = 2;
    ref_dec(&b->refcount);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct buffer *b = buffer_create();
    ref_inc(&b->refcount); /* for the thread */
    if (pthread_create(&t, NULL, user, b)) {
        perror("pthread_create");
        return 1;
    }
    b->uses[0] = 1;
    ref_dec(&b->refcount);
    pthread_join(t, NULL);
    assert(released == 1);
    return 0;
}
