/* Anderson's array lock: tickets choose slots, every slot on a line of its own, and the count is a power of two or wraps.
   -DSLOTS=1 with two threads: both wait for one slot, which is too few. */
#include "pr.h"
#include "validate.h"

#ifndef SLOTS
#define SLOTS THREADS
#endif

struct anderson_thread {
    unsigned int locked;
    unsigned int position;
} PR_ALIGNED;

struct anderson {
    struct anderson_thread *slots;
    unsigned int count, wrap, mask;
    unsigned int next;
};

static void anderson_init(struct anderson *lock, struct anderson_thread *slots, unsigned int count)
{
    slots[0].locked = false;
    slots[0].position = 0;
    for (unsigned int i = 1; i < count; i++) {
        slots[i].locked = true;
        slots[i].position = i;
    }
    lock->slots = slots;
    lock->count = count;
    lock->mask = count - 1;
    lock->next = 0;
    lock->wrap = (count & (count - 1)) ? (~0u % count) + 1 : 0; /* where 2^32 is no multiple of the count */
    pr_fence_memory();
}

static void anderson_acquire(struct anderson *lock, struct anderson_thread **slot)
{
    unsigned int position, next;

    if (lock->wrap != 0) {
        position = pr_load_uint(&lock->next);
        do {
            next = position == -lock->wrap ? 0 : position + 1;
        } while (!__atomic_compare_exchange_n(&lock->next, &position, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
        position %= lock->count;
    } else {
        position = pr_faa_uint(&lock->next, 1);
        position &= lock->mask;
    }
    pr_fence_load();
    while (pr_load_uint(&lock->slots[position].locked) == true)
        pr_stall();
    pr_store_uint(&lock->slots[position].locked, true);
    pr_fence_acquire();
    *slot = lock->slots + position;
}

static void anderson_release(struct anderson *lock, struct anderson_thread *slot)
{
    unsigned int position;

    pr_fence_release();
    if (lock->wrap == 0)
        position = (slot->position + 1) & lock->mask;
    else
        position = (slot->position + 1) % lock->count;
    pr_store_uint(&lock->slots[position].locked, false);
}

static struct anderson lock;

static void *thread(void *unused)
{
    struct anderson_thread *slot;
    (void)unused;
    for (int i = 0; i < ITERATIONS; i++) {
        anderson_acquire(&lock, &slot);
        critical_section();
        anderson_release(&lock, slot);
    }
    return NULL;
}

int main(void)
{
    struct anderson_thread *slots = malloc(sizeof(struct anderson_thread) * SLOTS);
    if (slots == NULL)
        exit(EXIT_FAILURE);
    anderson_init(&lock, slots, SLOTS);
    validate(thread);
    free(slots);
    return 0;
}
