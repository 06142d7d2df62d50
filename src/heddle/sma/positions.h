/* Threads at positions of one history, each of which belongs to one thread (thesis Figs. 5.1, 5.2 and 5.6 to 5.8).
 *
 * Position 0 is the initial valuation.  A thread stands at a position: it has seen everything up to there. */

#include "asynchronous.h"

/* T: nobody, behind the end of the history. */
static small thread[W + 1];

/* The first position after i that belongs to t, or W + 1. */
static small th_next_write[W + 1][T];

static small th_pos[T];

static inline void guess_threads(void)
{
    thread[0] = T;
    for (small i = 1; i <= W; i++) {
        thread[i] = choose(0, T);
        if (i > 1)
            assume(thread[i - 1] < T || thread[i] == T);
    }
    for (small t = 0; t < T; t++) {
        th_next_write[W][t] = W + 1;
        for (small i = W; i > 0; i--)
            if (may_write_any[t])
                th_next_write[i - 1][t] = thread[i] == t ? i : th_next_write[i][t];
            else {
                th_next_write[i - 1][t] = W + 1;
                assume(thread[i] != t);
            }
    }
}

/* t moves to this position, before its next write. */
static inline void move(small pos, small t)
{
    assume(pos < th_next_write[th_pos[t]][t]);
    th_pos[t] = pos;
}

static inline void sma_fence(small t)
{
    (void)t;
}

static inline void sma_store_fence(small t)
{
    (void)t;
}

static inline small time_of(small t)
{
    return th_pos[t];
}

static inline small end_of_time(void)
{
    return W;
}

static inline small end_of(small child)
{
    return last[child];
}

static inline void start_at(small time, small t)
{
    th_pos[t] = time;
    assume(th_next_write[0][t] > time);
}

static inline void nothing_left(small t)
{
    assume(th_next_write[th_pos[t]][t] > W);
}
