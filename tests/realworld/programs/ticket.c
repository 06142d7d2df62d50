/* A ticket lock with proportional backoff.  -DTICKET_BEFORE_FENCE: the next ticket is served before what the critical
   section wrote is on its way; -DLOAD_THEN_STORE: tickets are drawn by a load and a store. */
#include "pr.h"
#include "validate.h"

struct spinlock_ticket {
    unsigned int next;
    unsigned int position;
} PR_ALIGNED;

static inline void spinlock_ticket_init(struct spinlock_ticket *ticket)
{
    ticket->next = 0;
    ticket->position = 0;
    pr_fence_store();
}

static inline void spinlock_ticket_lock_pb(struct spinlock_ticket *ticket, unsigned int factor)
{
    unsigned int request, position;
#ifdef LOAD_THEN_STORE
    request = pr_load_uint(&ticket->next);
    pr_store_uint(&ticket->next, request + 1);
#else
    request = pr_faa_uint(&ticket->next, 1);
#endif
    for (;;) {
        position = pr_load_uint(&ticket->position);
        if (position == request)
            break;
        unsigned int backoff = (request - position) & 0xff;
        for (unsigned int i = 0; i < (backoff & 1) << factor; i++)
            pr_stall();
    }
    pr_fence_acquire();
}

static inline void spinlock_ticket_unlock(struct spinlock_ticket *ticket)
{
    unsigned int update = pr_load_uint(&ticket->position) + 1;
#ifdef TICKET_BEFORE_FENCE
    pr_store_uint(&ticket->position, update);
    pr_fence_release();
#else
    pr_fence_release();
    pr_store_uint(&ticket->position, update);
#endif
}

static struct spinlock_ticket lock;

static void *thread(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITERATIONS; i++) {
        spinlock_ticket_lock_pb(&lock, 1);
        critical_section();
        spinlock_ticket_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    spinlock_ticket_init(&lock);
    validate(thread);
    return 0;
}
