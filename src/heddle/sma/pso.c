/* PSO-SMA, the reference implementation of partial store order (FMCAD 2016, section V).
 *
 * Like TSO-SMA, with a store buffer for each thread and location, so that writes to different locations reach memory in
 * any order.  A store fence starts a new epoch of its thread: no write may overtake one of an earlier epoch. */

#include "interface.h"

static word memory[V];
static word queued_value[T][V][N];
static small queued_epoch[T][V][N];
static small queued_number[T][V][N]; /* which of the thread's writes it belongs to */
static unsigned char queued_more[T][V][N]; /* ... and that it is not the first piece of it */
static small pending[T][V];
static small number[T];
static small epoch[T];

static inline void sma_init(void)
{
    for (small v = 0; v < V; v++)
        memory[v] = initial[v];
}

/* The oldest pending write of t to v goes to memory. */
static inline void take(small t, small v)
{
    if (PIECES == 1 || !queued_more[t][v][0]) {
        observe(updated_by, t);
        observe(updated_location, v);
    }
    memory[v] = queued_value[t][v][0];
    for (small i = 0; i + 1 < N; i++) {
        queued_value[t][v][i] = queued_value[t][v][i + 1];
        queued_epoch[t][v][i] = queued_epoch[t][v][i + 1];
        if (PIECES > 1) {
            queued_number[t][v][i] = queued_number[t][v][i + 1];
            queued_more[t][v][i] = queued_more[t][v][i + 1];
        }
    }
    pending[t][v]--;
}

static inline void update(small t, small v)
{
    assume(pending[t][v] > 0);
    for (small w = 0; w < V; w++) /* nothing is left from before a fence that precedes the write */
        assume(pending[t][w] == 0 || queued_epoch[t][w][0] >= queued_epoch[t][v][0]);
    if (PIECES == 1) {
        take(t, v);
        return;
    }
    /* all pieces at once, as soon as none waits for an older write */
    assume(!queued_more[t][v][0]);
    small which = queued_number[t][v][0];
    for (small w = 0; w < V; w++)
        for (small i = 1; i < N; i++)
            assume(i >= pending[t][w] || queued_number[t][w][i] != which);
    for (small w = 0; w < V; w++)
        if (pending[t][w] > 0 && queued_number[t][w][0] == which)
            take(t, w);
}

/* No more than W writes can be pending. */
static inline void updates(void)
{
    for (small i = 0; i < W; i++) {
        small t = choose(0, T);
        if (t == T)
            break;
        update(t, choose(0, V - 1));
    }
}

static inline word sma_read_more(small v, small t)
{
    return pending[t][v] > 0 ? queued_value[t][v][pending[t][v] - 1] : memory[v];
}

/* What t itself has written last may still wait. */
static inline word own_read(small v, small t)
{
    return sma_read_more(v, t);
}

static inline void own_write(small v, word val, small t)
{
    (void)t;
    memory[v] = val;
}

static inline word sma_read(small v, small t)
{
    updates();
    return sma_read_more(v, t);
}

static inline void put(small v, word val, unsigned char more, small t)
{
    if (pending[t][v] == N)
        cut("store buffers of more than N writes: raise --queue");
    if (PIECES > 1) {
        queued_number[t][v][pending[t][v]] = number[t];
        queued_more[t][v][pending[t][v]] = more;
    }
    queued_value[t][v][pending[t][v]] = val;
    queued_epoch[t][v][pending[t][v]] = epoch[t];
    pending[t][v]++;
}

static inline void sma_write(small v, word val, small t)
{
    updates();
    if (PIECES > 1)
        number[t]++;
    put(v, val, 0, t);
    observe(issued_location, v);
}

static inline void sma_write_more(small v, word val, small t)
{
    put(v, val, 1, t);
}

/* All at once: nobody sees the order. */
static inline void flush(small t)
{
    for (small v = 0; v < V; v++)
        for (small i = 0; i < N; i++)
            if (pending[t][v] > 0)
                take(t, v);
}

static inline void sma_fence(small t)
{
    updates();
    flush(t);
}

static inline void sma_store_fence(small t)
{
    epoch[t]++;
}

/* What the thread wrote in the location's former life will not reach it any more. */
static inline void sma_malloc(small v, word content, small t)
{
    pending[t][v] = 0;
    memory[v] = content;
}

#include "queues.h"
#include "common.h"
