/* Lal and Reps' rounds under store buffers (thesis section 3.3.1.2): the part that TSO and PSO share.
 *
 * Threads are simulated one after the other, each over all R rounds, on copies of memory that start with guesses, as in
 * clusters.h.  When a thread writes, it guesses the round of its own in which the write reaches memory (the second way of
 * the section), and changes that round's copy at once: those who run before it in that round have been simulated, the others
 * will find it there.  At which moment of its turn a write reaches memory nobody can tell, not even the thread itself: it
 * reads its last write to a location until the end of that round, from its store buffer or from memory.  Round R stands for
 * a write that stays in the store buffer. */

#include "asynchronous.h"

static word memory[R][V], work_memory[R][V];
static small th_pos[T];

/* The last write of t to v, and the first round after the one in which it reaches memory; 0: there is none. */
static word last_value[V][T];
static small until[V][T];

/* The last round in which a write of t reaches memory. */
static small last_update[T];

/* The first round in which a write that t issues now may reach location v. */
static inline small earliest(small v, small t);

static inline void guess_history(void)
{
    for (small v = 0; v < V; v++)
        for (small i = 0; i < R; i++) {
            memory[i][v] = i > 0 ? any_word() : own[v];
            work_memory[i][v] = memory[i][v];
        }
}

static inline void jump(small t)
{
    th_pos[t] = choose(th_pos[t], R - 1);
    observe(when, th_pos[t]);
}

static inline void wait_until(small time, small t)
{
    assume(time < R);
    if (th_pos[t] < time)
        th_pos[t] = time;
    observe(when, th_pos[t]);
}

static inline void put(small v, word val, small round, small t)
{
    assume(round >= earliest(v, t));
    if (round < R)
        work_memory[round][v] = val;
    last_value[v][t] = val;
    until[v][t] = round + 1;
    if (last_update[t] < round)
        last_update[t] = round;
}

static inline void sma_write(small v, word val, small t)
{
    small round = choose(th_pos[t], R);
    observe(issued_location, v);
    observe(issued_time, round + 1);
    put(v, val, round, t);
}

/* A further piece of that write, at location v - 1, which reaches memory at the same moment. */
static inline void sma_write_more(small v, word val, small t)
{
    put(v, val, until[v - 1][t] - 1, t);
}

static inline void sma_atomic_write(small v, word val, small t)
{
    put(v, val, th_pos[t], t);
}

static inline word sma_atomic_read(small v, small t)
{
    return until[v][t] > th_pos[t] ? last_value[v][t] : work_memory[th_pos[t]][v];
}

static inline word sma_read(small v, small t)
{
    jump(t);
    return sma_atomic_read(v, t);
}

/* t goes on to some moment, at which it looks at several locations (sma_atomic_read): the pieces of one read. */
static inline void sma_moment(small t)
{
    jump(t);
}

static inline void sma_fence(small t)
{
    wait_until(last_update[t], t);
}

static inline void sma_lock(small t)
{
    sma_fence(t);
    jump(t);
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

static inline small time_of(small t)
{
    return th_pos[t] < last_update[t] ? last_update[t] : th_pos[t];
}

static inline small end_of_time(void)
{
    return R;
}

static inline small end_of(small child)
{
    return last[child] + !finished[child];
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
    for (small i = 1; i < R; i++)
        for (small v = 0; v < V; v++)
            assume(work_memory[i - 1][v] == memory[i][v]);
}

/* That the rounds suffice is known beforehand, or not at all. */
static inline unsigned char sma_full(void)
{
    return 0;
}
