/* Memory in clusters (thesis section 5.4) or rounds (section 3.3.1.1): threads share a valuation in each of them.
 *
 * In a cluster threads run one after the other, in the order in which they are simulated, on a copy of memory that starts
 * with a guess; in the end the guess for each cluster must be what the one before has left.  Time is the position, and
 * within a cluster the order of simulation.
 *
 * Differences from Figs. 5.15 to 5.21:
 * - memory and work_memory are indexed by the position first, everywhere;
 * - what a matched cluster has left (is_matched) is a position of its own, at which memory holds still: the figures let
 *   those threads see it that are simulated after the cluster's last write, here everybody can before the next cluster;
 * - the guess is compared once, in the end, not at a guessed last write of each cluster (cluster_match);
 * - a thread may be joined in the cluster in which it ends only if it has been simulated before, which is what footnote 1
 *   says by the order of creation;
 * - an atomic section stays in its cluster. */

#include "asynchronous.h"

static word memory[POSITIONS][V], work_memory[POSITIONS][V];
static small th_pos[T];

/* Nobody writes there. */
static inline unsigned char holds_still(small position);

static inline void guess_history(void)
{
    for (small v = 0; v < V; v++)
        for (small i = 0; i < POSITIONS; i++) {
            if (i == 0)
                memory[i][v] = own[v];
            else
                memory[i][v] = holds_still(i - 1) ? memory[i - 1][v] : any_word();
            work_memory[i][v] = memory[i][v];
        }
}

static inline void jump(small t)
{
    th_pos[t] = choose(th_pos[t], POSITIONS - 1);
    observe(when, th_pos[t]);
}

static inline word sma_atomic_read(small v, small t)
{
    return work_memory[th_pos[t]][v];
}

static inline void sma_atomic_write(small v, word val, small t)
{
    assume(!holds_still(th_pos[t]));
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
    return POSITIONS - 1;
}

static inline small end_of(small child)
{
    return last[child] + (!finished[child] && !holds_still(last[child]));
}

static inline void wait_until(small time, small t)
{
    assume(time < POSITIONS);
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
    for (small i = 1; i < POSITIONS; i++)
        for (small v = 0; v < V; v++)
            if (!holds_still(i - 1))
                assume(work_memory[i - 1][v] == memory[i][v]);
}

/* That the clusters suffice is known beforehand, or not at all. */
static inline unsigned char sma_full(void)
{
    return 0;
}
