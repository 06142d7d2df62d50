/* Memory unwinding, fine-grained (thesis section 5.3.1): the part that does not depend on how reads find their value.
 *
 * Position i > 0 of the history is the write number i of the execution: who writes, where, and what.
 *
 * Differences from Figs. 5.1 to 5.11:
 * - slips: th_next_write is indexed by position first, everywhere; the loop that fills it counts down; threads are
 *   numbered from 0 in it; locations are below V; position 0 holds the values that globals start with, not 0;
 * - a thread that stops is the control flow's guess, one for each thread, in place of ret[] and a guess at each
 *   operation; which threads exist is in created[], in place of max_th and th_count;
 * - positions beyond the last write belong to nobody (T), so that last_write need not be compared with;
 * - a join needs no guess: later operations can jump further;
 * - atomic sections: their writes have consecutive positions, their reads stand where the section does, and others do
 *   not stand in between, where inside[] is set.  The lock and unlock of Fig. 5.11 are C code that uses such
 *   sections. */

#include "positions.h"

static small var[W + 1];
static word value[W + 1];

/* The write after this one belongs to the same atomic section. */
static unsigned char inside[W + 1];

/* Where the current section of t began. */
static small section_start[T];

/* What the schemas add to the constraints. */
static inline void memory_constraints(void);

static inline void guess_history(void)
{
    guess_threads();
    for (small i = 1; i <= W; i++) {
        var[i] = choose(0, V - 1);
        value[i] = any_word();
        if (LONG > 1)
            inside[i] = choose(0, 1);
    }
    memory_constraints();
}

/* Any position up to the thread's next write. */
static inline void jump(small t)
{
    move(choose(th_pos[t], W), t);
    if (LONG > 1)
        assume(!inside[th_pos[t]]);
}

static inline void sma_write(small v, word val, small t)
{
    small next = th_next_write[th_pos[t]][t];
    assume(next <= W && var[next] == v && value[next] == val);
    if (LONG > 1)
        assume(!inside[next]);
    th_pos[t] = next;
    observe(when, next);
}

static inline void sma_lock(small t)
{
    jump(t);
    section_start[t] = th_pos[t];
    observe(when, th_pos[t]);
}

static inline void sma_atomic_write(small v, word val, small t)
{
    small next = th_pos[t] + 1;
    assume(next <= W && th_next_write[th_pos[t]][t] == next && var[next] == v && value[next] == val);
    if (LONG > 1)
        assume(th_pos[t] == section_start[t] || inside[th_pos[t]]);
    th_pos[t] = next;
    observe(when, next);
}

static inline void sma_unlock(small t)
{
    if (LONG > 1)
        assume(!inside[th_pos[t]]);
}

static inline void wait_until(small time, small t)
{
    if (th_pos[t] < time)
        move(time, t);
    observe(when, th_pos[t]);
}

/* Everything has been compared already. */
static inline void match(void)
{
}

/* The longest section may not fit any more. */
static inline unsigned char sma_full(void)
{
    return W < LONG || thread[W < LONG ? 0 : W + 1 - LONG] < T;
}
