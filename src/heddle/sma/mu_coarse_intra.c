/* Coarse-grained memory unwinding, intra-thread (TACAS 2015, section 2; thesis section 5.4): at each position i > 0 a
 * cluster of writes that one thread makes without interruption.  The others see only what the whole cluster leaves.
 *
 * While a thread is in its cluster it works on a copy of memory that starts with what the cluster before has left; in the
 * end the copy must be what was guessed.  Differences from Figs. 5.15 to 5.21 are those of clusters.h. */

#include "asynchronous.h"

static small thread[W + 1];
static word memory[W + 1][V], work_memory[W + 1][V];
static small th_next_write[W + 1][T];
static small th_pos[T];

/* t may add to its latest cluster: it has waited for nobody since. */
static unsigned char is_open[T];

/* The current section of t has written. */
static unsigned char section_wrote[T];

/* For whoever reads the execution: the position of the latest operation. */
static small when;

static inline void guess_history(void)
{
    thread[0] = T;
    for (small v = 0; v < V; v++)
        memory[0][v] = work_memory[0][v] = own[v];
    for (small i = 1; i <= W; i++) {
        thread[i] = pick(0, T);
        if (i > 1)
            assume(thread[i - 1] < T || thread[i] == T);
        for (small v = 0; v < V; v++) {
            work_memory[i][v] = memory[i - 1][v];
            memory[i][v] = any_word();
        }
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

static inline void move(small pos, small t)
{
    assume(pos < th_next_write[th_pos[t]][t]);
    th_pos[t] = pos;
}

static inline word sma_atomic_read(small v, small t)
{
    return thread[th_pos[t]] == t ? work_memory[th_pos[t]][v] : memory[th_pos[t]][v];
}

static inline word sma_read(small v, small t)
{
    move(pick(th_pos[t], W), t);
    when = th_pos[t];
    return sma_atomic_read(v, t);
}

/* Into the thread's latest cluster, or as the first of its next one. */
static inline void add(small v, word val, small stay, small t)
{
    if (stay)
        assume(is_open[t] && thread[th_pos[t]] == t);
    else {
        th_pos[t] = th_next_write[th_pos[t]][t];
        assume(th_pos[t] <= W);
        is_open[t] = 1;
    }
    work_memory[th_pos[t]][v] = val;
    when = th_pos[t];
}

static inline void sma_write(small v, word val, small t)
{
    add(v, val, pick(0, 1), t);
}

static inline void sma_lock(small t)
{
    move(pick(th_pos[t], W), t);
    section_wrote[t] = 0;
    when = th_pos[t];
}

/* The writes of a section go to one cluster; if that is a new one, nobody else comes between the section's reads and it. */
static inline void sma_atomic_write(small v, word val, small t)
{
    small stay = pick(section_wrote[t], 1);
    assume(stay || th_next_write[th_pos[t]][t] == th_pos[t] + 1);
    section_wrote[t] = 1;
    add(v, val, stay, t);
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
    return W;
}

static inline small end_of(small child)
{
    return last[child];
}

/* Whoever ended may have seen the whole cluster, so that it is closed. */
static inline void wait_until(small time, small t)
{
    if (th_pos[t] < time)
        move(time, t);
    is_open[t] = 0;
    when = th_pos[t];
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

static inline void match(void)
{
    for (small i = 1; i <= W; i++)
        for (small v = 0; v < V; v++)
            assume(work_memory[i][v] == memory[i][v]);
}

static inline unsigned char sma_full(void)
{
    return thread[W] < T;
}
