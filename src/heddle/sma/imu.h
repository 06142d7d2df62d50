/* Individual memory location unwinding (thesis section 6.3): the part that SC, TSO and PSO share.
 *
 * Every location has a history of its own, whose position i > 0 is its i-th write: who writes, what, and at which moment
 * it reaches memory.  Position 0 is the initial valuation.  A thread has a moment too: it sees what has reached memory up
 * to there, and its own writes.
 *
 * Differences from Figs. 6.1 to 6.8:
 * - slips: threads are numbered from 0 in the loop that fills th_next_write, and the values are guessed;
 * - moments of writes to different locations may be the same: nobody sees the order, unless an atomic section reads one
 *   location and writes another.  So only sections have a moment of their own (section[]), all their writes at once, and
 *   the figure's table of used timestamps is not needed;
 * - th_pos[v][t] is the last write of t, reads do not move it: the moment of t says what they may return;
 * - writes that wait in a store buffer have only the moment at which they reach memory.  When they were issued nobody
 *   else sees, so the occurrence timestamps (btstamp) are not needed: a thread reads its last write to a location, or a
 *   later one that has reached memory;
 * - creation, join and the end of a joined thread wait until the store buffer is empty;
 * - stopping, the existence of threads and the ends of histories are as in mu.h. */

#include "asynchronous.h"

static small thread[V][W + 1];
static word value[V][W + 1];

/* Increasing; those of positions that nobody uses, and behind the end, are K + 1. */
static small tstamp[V][W + 2];
static small th_next_write[V][W + 1][T];

/* Whose section a moment belongs to. */
static small section[K + 2];

static small th_pos[V][T];
static small cur_tstamp[T];

/* The last moment at which a write of t reaches memory. */
static small max_tstamp[T];

/* The moment that a write which t issues now must come after. */
static inline small earliest(small t);

/* What t does right after it has issued a write. */
static inline void issued(small t);

static inline void guess_history(void)
{
    for (small v = 0; v < V; v++) {
        thread[v][0] = T;
        value[v][0] = own[v];
        tstamp[v][W + 1] = K + 1;
        for (small i = 1; i <= W; i++) {
            thread[v][i] = T;
            tstamp[v][i] = K + 1;
            if (i > most[v])
                continue;
            thread[v][i] = choose(0, T);
            value[v][i] = any_word();
            tstamp[v][i] = choose(1, K + 1);
            assume((thread[v][i] == T) == (tstamp[v][i] == K + 1));
            assume(tstamp[v][i] > tstamp[v][i - 1] || thread[v][i] == T ||
                   (LONG > 1 && tstamp[v][i] == tstamp[v][i - 1] && thread[v][i] == thread[v][i - 1]));
        }
        for (small t = 0; t < T; t++) {
            th_next_write[v][W][t] = W + 1;
            for (small i = W; i > 0; i--)
                if (may_write[v][t])
                    th_next_write[v][i - 1][t] = thread[v][i] == t ? i : th_next_write[v][i][t];
                else {
                    th_next_write[v][i - 1][t] = W + 1;
                    assume(thread[v][i] != t);
                }
        }
    }
    for (small k = 1; k <= K; k++)
        section[k] = choose(0, T);
}

static inline void move(small time, small t)
{
    if (cur_tstamp[t] < time)
        cur_tstamp[t] = time;
}

/* The write that determines what t sees: its own last one, or a later one that has reached memory; none that has reached
 * memory comes after it (prose of Fig. 6.3). */
static inline word sma_read(small v, small t)
{
    small i = choose(0, W);
    assume(th_pos[v][t] <= i && tstamp[v][i] <= K);
    if (i != th_pos[v][t])
        move(tstamp[v][i], t);
    assume(cur_tstamp[t] < tstamp[v][i + 1]);
    observe(when, cur_tstamp[t]);
    return value[v][i];
}

/* The next write of t to v in the history is this one. */
static inline small matched(small v, word val, small t)
{
    small next = th_next_write[v][th_pos[v][t]][t];
    assume(next <= W && value[v][next] == val);
    th_pos[v][t] = next;
    return tstamp[v][next];
}

static inline void sma_write(small v, word val, small t)
{
    small time = matched(v, val, t);
    assume(time > earliest(t));
    if (max_tstamp[t] < time)
        max_tstamp[t] = time;
    observe(issued_location, v);
    observe(issued_time, time);
    issued(t);
    observe(when, cur_tstamp[t]);
}

/* A further piece of that write, at location v - 1, which reaches memory at the same moment. */
static inline void sma_write_more(small v, word val, small t)
{
    assume(matched(v, val, t) == tstamp[v - 1][th_pos[v - 1][t]]);
}

/* t goes on to some moment, at which it looks at several locations (sma_atomic_read): the pieces of one read. */
static inline void sma_moment(small t)
{
    cur_tstamp[t] = choose(cur_tstamp[t], K);
    observe(when, cur_tstamp[t]);
}

static inline void sma_fence(small t)
{
    move(max_tstamp[t], t);
    observe(when, cur_tstamp[t]);
}

/* A section reads at one moment and writes at the next, which is its own. */
static inline void sma_lock(small t)
{
    sma_fence(t);
    cur_tstamp[t] = choose(cur_tstamp[t], K);
    observe(when, cur_tstamp[t]);
}

static inline word sma_atomic_read(small v, small t)
{
    small i = choose(0, W);
    assume(th_pos[v][t] <= i && (tstamp[v][i] <= cur_tstamp[t] || i == th_pos[v][t]) &&
           cur_tstamp[t] < tstamp[v][i + 1]);
    return value[v][i];
}

static inline void sma_atomic_write(small v, word val, small t)
{
    small time = matched(v, val, t);
    assume(time == cur_tstamp[t] + 1 && section[time] == t);
    max_tstamp[t] = time;
    observe(when, time);
}

static inline void sma_unlock(small t)
{
    sma_fence(t);
}

static inline void sma_malloc(small v, word content, small t)
{
    (void)t;
    assume(value[v][0] == content);
}

static inline small time_of(small t)
{
    return cur_tstamp[t] < max_tstamp[t] ? max_tstamp[t] : cur_tstamp[t];
}

static inline small end_of_time(void)
{
    return K;
}

static inline small end_of(small child)
{
    return last[child];
}

static inline void wait_until(small time, small t)
{
    move(time, t);
    observe(when, cur_tstamp[t]);
}

static inline void start_at(small time, small t)
{
    cur_tstamp[t] = time;
}

static inline void nothing_left(small t)
{
    for (small v = 0; v < V; v++)
        assume(th_next_write[v][th_pos[v][t]][t] > W);
}

/* Everything has been compared already. */
static inline void match(void)
{
}

/* The longest section may not fit any more into the history of some location. */
static inline unsigned char sma_full(void)
{
    for (small v = 0; v < V; v++)
        if (most[v] > W && (W < LONG || thread[v][W < LONG ? 0 : W + 1 - LONG] < T))
            return 1;
    return 0;
}
