/* Memory in clusters (thesis section 5.4) or rounds (section 3.3.1.1): threads share a valuation in each of them.
 *
 * In a cluster threads run one after the other, in the order in which they are simulated, on a copy of memory that starts
 * with a guess; in the end the guess for each cluster must be what the one before has left.  Time is the cluster, and
 * within a cluster the order of simulation.
 *
 * Differences from Figs. 5.15 to 5.21:
 * - memory and work_memory are indexed by the cluster first, everywhere;
 * - the guess is compared once, in the end, not at a guessed last write of each cluster (is_matched, cluster_match);
 * - a thread may be joined in the cluster in which it ends only if it has been simulated before, which is what footnote 1
 *   says by the order of creation;
 * - an atomic section stays in its cluster. */

#include "asynchronous.h"

static word memory[CLUSTERS][V], work_memory[CLUSTERS][V];
static small th_pos[T];

static inline void guess_history(void)
{
    for (small v = 0; v < V; v++)
        for (small i = 0; i < CLUSTERS; i++) {
            memory[i][v] = i > 0 ? any_word() : own[v];
            work_memory[i][v] = memory[i][v];
        }
}

static inline void jump(small t)
{
    th_pos[t] = choose(th_pos[t], CLUSTERS - 1);
    observe(when, th_pos[t]);
}

static inline word sma_atomic_read(small v, small t)
{
    return work_memory[th_pos[t]][v];
}

static inline void sma_atomic_write(small v, word val, small t)
{
    work_memory[th_pos[t]][v] = val;
}

static inline word sma_read(small v, small t)
{
    jump(t);
    return sma_atomic_read(v, t);
}

static inline void sma_write(small v, word val, small t)
{
    jump(t);
    sma_atomic_write(v, val, t);
}

static inline void sma_lock(small t)
{
    jump(t);
}

static inline void sma_unlock(small t)
{
    (void)t;
}

static inline void sma_fence(small t)
{
    (void)t;
}

static inline void sma_store_fence(small t)
{
    (void)t;
}

static inline void sma_malloc(small v, word content, small t)
{
    (void)t;
    assume(memory[0][v] == content);
}

static inline small time_of(small t)
{
    return th_pos[t];
}

static inline small end_of_time(void)
{
    return CLUSTERS - 1;
}

static inline small end_of(small child)
{
    return last[child] + !finished[child];
}

static inline void wait_until(small time, small t)
{
    assume(time < CLUSTERS);
    if (th_pos[t] < time)
        th_pos[t] = time;
    observe(when, th_pos[t]);
}

static inline void start_at(small time, small t)
{
    th_pos[t] = time;
}

/* Histories are not divided among threads. */
static inline void nothing_left(small t)
{
    (void)t;
}

static inline void match(void)
{
    for (small i = 1; i < CLUSTERS; i++)
        for (small v = 0; v < V; v++)
            assume(work_memory[i - 1][v] == memory[i][v]);
}

/* That the clusters suffice is known beforehand, or not at all. */
static inline unsigned char sma_full(void)
{
    return 0;
}
