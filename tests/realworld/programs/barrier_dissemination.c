/* A dissemination barrier: in round r a thread tells the one 2^r places on, and waits to be told; two sets of flags take turns.
   -DONE_ROUND: one round too few. */
#include "pr.h"
#include "validate.h"

#define MAX_ROUNDS 2

struct flags {
    unsigned int tflags[2][MAX_ROUNDS];
    unsigned int *pflags[2][MAX_ROUNDS];
};

struct barrier_state {
    int parity;
    unsigned int sense;
    unsigned int tid;
};

static unsigned int rounds_of(unsigned int threads)
{
    unsigned int log = 0;
    while ((1u << log) < threads)
        log++;
#ifdef ONE_ROUND
    return log - 1;
#else
    return log;
#endif
}

static void barrier_init(struct flags *flags, unsigned int threads)
{
    for (unsigned int i = 0; i < threads; i++)
        for (unsigned int k = 0, offset = 1; k < rounds_of(threads); k++, offset <<= 1) {
            unsigned int j = (i + offset) % threads;
            flags[i].pflags[0][k] = &flags[j].tflags[0][k];
            flags[i].pflags[1][k] = &flags[j].tflags[1][k];
        }
}

static void barrier_dissemination(struct flags *flags, struct barrier_state *state, unsigned int threads)
{
    for (unsigned int i = 0; i < rounds_of(threads); i++) {
        unsigned int *pflag = flags[state->tid].pflags[state->parity][i];
        unsigned int *tflag = &flags[state->tid].tflags[state->parity][i];
        pr_fence_release();
        pr_store_uint(pflag, state->sense);
        while (pr_load_uint(tflag) != state->sense)
            pr_stall();
        pr_fence_acquire();
    }
    if (state->parity == 1)
        state->sense = ~state->sense;
    state->parity = 1 - state->parity;
}

static struct flags flags[THREADS];
static int arrived[THREADS];

static void *thread(void *id)
{
    struct barrier_state state = { .parity = 0, .sense = ~0u, .tid = (unsigned int)(long)id };
    for (int round = 1; round <= ITERATIONS; round++) {
        arrived[state.tid] = round;
        barrier_dissemination(flags, &state, THREADS);
        for (int i = 0; i < THREADS; i++)
            assert(arrived[i] >= round);
        barrier_dissemination(flags, &state, THREADS);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    barrier_init(flags, THREADS);
    for (long i = 0; i < THREADS; i++)
        spawn(&threads[i], thread, (void *)i);
    for (int i = 0; i < THREADS; i++)
        collect(threads[i]);
    return 0;
}
