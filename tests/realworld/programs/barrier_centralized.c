/* A centralized barrier with sense reversal, used twice.  -DNO_SENSE: the last thread resets the counter and the others wait for the
   zero, which they can miss or meet too early. */
#include "pr.h"
#include "validate.h"

struct barrier_centralized {
    unsigned int value;
    unsigned int sense;
};

struct barrier_centralized_state {
    unsigned int sense;
};

#define BARRIER_CENTRALIZED_INITIALIZER { 0, 0 }
#define BARRIER_CENTRALIZED_STATE_INITIALIZER { 0 }

static void barrier_centralized(struct barrier_centralized *barrier, struct barrier_centralized_state *state, unsigned int n_threads)
{
    unsigned int sense, value;

    sense = state->sense = ~state->sense;
    pr_fence_release();
    value = pr_faa_uint(&barrier->value, 1);
    if (value == n_threads - 1) {
        pr_fence_acquire();
        pr_store_uint(&barrier->value, 0);
        pr_fence_release();
        pr_store_uint(&barrier->sense, sense);
        return;
    }
#ifdef NO_SENSE
    while (pr_load_uint(&barrier->value) == 0)
        pr_stall();
#else
    while (sense != pr_load_uint(&barrier->sense))
        pr_stall();
#endif
    pr_fence_acquire();
}

static struct barrier_centralized barrier = BARRIER_CENTRALIZED_INITIALIZER;
static int arrived[THREADS];

static void *thread(void *id)
{
    struct barrier_centralized_state state = BARRIER_CENTRALIZED_STATE_INITIALIZER;
    long me = (long)id;
    for (int round = 1; round <= 2; round++) {
        arrived[me] = round;
        barrier_centralized(&barrier, &state, THREADS);
        for (int i = 0; i < THREADS; i++)
            assert(arrived[i] == round);
        barrier_centralized(&barrier, &state, THREADS);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        spawn(&threads[i], thread, (void *)i);
    for (int i = 0; i < THREADS; i++)
        collect(threads[i]);
    return 0;
}
