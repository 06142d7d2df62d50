/* TSO-SMA, the reference implementation of total store order (FMCAD 2016, section III and Fig. 1).
 *
 * Each thread has a store buffer, a queue with room for N pending writes of PIECES each.  Memory updates, the oldest write
 * of some buffer going to memory, happen before every operation, any number of them, in any order. */

#include "interface.h"

enum { ROOM = N * PIECES };

static word memory[V + 1]; /* the last one takes the writes that are forgotten */
static small queued_location[T][ROOM];
static word queued_value[T][ROOM];
static unsigned char queued_more[T][ROOM]; /* belongs to the write before it: they reach memory together */
static small pending[T];

static inline void sma_init(void)
{
    for (small v = 0; v < V; v++)
        memory[v] = initial[v];
}

/* The first entry of a queue goes to memory. */
static inline void take(small t)
{
    memory[queued_location[t][0]] = queued_value[t][0];
    for (small i = 0; i + 1 < ROOM; i++) {
        queued_location[t][i] = queued_location[t][i + 1];
        queued_value[t][i] = queued_value[t][i + 1];
        if (PIECES > 1)
            queued_more[t][i] = queued_more[t][i + 1];
    }
    pending[t]--;
}

static inline void update(small t)
{
    assume(pending[t] > 0);
    observe(updated_by, t);
    take(t);
    for (small i = 1; i < PIECES; i++)
        if (pending[t] > 0 && queued_more[t][0])
            take(t);
}

/* No more than W writes can be pending, in buffers that hold no more than T * ROOM. */
static inline void updates(void)
{
    for (small i = 0; i < (W < T * ROOM ? W : T * ROOM); i++) {
        small t = choose(0, T);
        if (t == T)
            break;
        update(t);
    }
}

static inline word sma_read_more(small v, small t)
{
    word found = memory[v];
    for (small i = 0; i < ROOM; i++) /* the latest pending write wins */
        if (i < pending[t] && queued_location[t][i] == v)
            found = queued_value[t][i];
    return found;
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
    if (pending[t] == ROOM)
        cut("store buffers of more than N writes: raise --queue");
    if (PIECES > 1)
        queued_more[t][pending[t]] = more;
    queued_location[t][pending[t]] = v;
    queued_value[t][pending[t]] = val;
    pending[t]++;
}

static inline void sma_write(small v, word val, small t)
{
    updates();
    put(v, val, 0, t);
    observe(issued_location, v);
}

static inline void sma_write_more(small v, word val, small t)
{
    put(v, val, 1, t);
}

static inline void flush(small t)
{
    for (small i = 0; i < ROOM; i++)
        if (pending[t] > 0)
            update(t);
}

static inline void sma_fence(small t)
{
    updates();
    flush(t);
}

/* A queue keeps the order of writes anyway. */
static inline void sma_store_fence(small t)
{
    (void)t;
}

/* What the thread wrote in the location's former life will not reach it any more. */
static inline void sma_malloc(small v, word content, small t)
{
    for (small i = 0; i < ROOM; i++)
        if (queued_location[t][i] == v)
            queued_location[t][i] = V;
    memory[v] = content;
}

#include "queues.h"
#include "common.h"
