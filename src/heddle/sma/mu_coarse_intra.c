/* Coarse-grained memory unwinding, intra-thread (TACAS 2015, section 2; thesis section 5.4): at each position i > 0 a
 * cluster of writes that one thread makes without interruption.  The others see only what the whole cluster leaves.
 *
 * While a thread is in its cluster it works on a copy of memory that starts with what the cluster before has left; in the
 * end the copy must be what was guessed.  Differences from Figs. 5.15 to 5.21 are those of clusters.h. */

#include "positions.h"

static word memory[W + 1][V], work_memory[W + 1][V];

/* t may add to its latest cluster: it has waited for nobody since. */
static unsigned char is_open[T];

/* The current section of t has written. */
static unsigned char section_wrote[T];

static inline void guess_history(void)
{
    guess_threads();
    for (small v = 0; v < V; v++) {
        memory[0][v] = work_memory[0][v] = own[v];
        for (small i = 1; i <= W; i++) {
            work_memory[i][v] = memory[i - 1][v];
            memory[i][v] = any_word();
        }
    }
}

static inline word sma_atomic_read(small v, small t)
{
    return thread[th_pos[t]] == t ? work_memory[th_pos[t]][v] : memory[th_pos[t]][v];
}

static inline word sma_read(small v, small t)
{
    move(choose(th_pos[t], W), t);
    observe(when, th_pos[t]);
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
    observe(when, th_pos[t]);
}

static inline void sma_write(small v, word val, small t)
{
    add(v, val, choose(0, 1), t);
}

static inline void sma_lock(small t)
{
    move(choose(th_pos[t], W), t);
    section_wrote[t] = 0;
    observe(when, th_pos[t]);
}

/* The writes of a section go to one cluster; if that is a new one, nobody else comes between the section's reads and it. */
static inline void sma_atomic_write(small v, word val, small t)
{
    small stay = choose(section_wrote[t], 1);
    assume(stay || th_next_write[th_pos[t]][t] == th_pos[t] + 1);
    section_wrote[t] = 1;
    add(v, val, stay, t);
}

static inline void sma_unlock(small t)
{
    (void)t;
}

static inline void sma_malloc(small v, word content, small t)
{
    (void)t;
    assume(memory[0][v] == content);
}

/* Whoever ended may have seen the whole cluster, so that it is closed. */
static inline void wait_until(small time, small t)
{
    if (th_pos[t] < time)
        move(time, t);
    is_open[t] = 0;
    observe(when, th_pos[t]);
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
