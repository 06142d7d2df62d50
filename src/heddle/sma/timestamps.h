/* Store buffers by timestamps (FMCAD 2016, Fig. 3; thesis Figs. 4.2 to 4.6): the part that eTSO and ePSO share.
 *
 * A write is given, when it is issued, the future time at which it will reach memory.  Memory updates then cost nothing:
 * the clock moves on, and what has expired is in memory.  The writes to a location v, of all threads, are the nodes of
 * a circular doubly-linked list ordered by time (T-CDLL).  Node N is its sentinel.  The last expired node is the head,
 * which holds the location's content in memory; nodes before it are free to be used again.
 *
 * Differences from the figure, all of them slips in it:
 * - line 36 stores the timestamp in the node, not in the thread's entry;
 * - the sentinel's time is K + 1, above everything that the clock can show: with K, a clock that shows K would leave no
 *   node unexpired, and every later operation would be impossible;
 * - max_tstamp and max_last_tstamp are one array;
 * - creation and join flush (common.h). */

#include "interface.h"

static small clock;
static word value[V][N];
static small tstamp[V][N + 1];
static small prev[V][N + 1], next[V][N + 1];
static word last_value[V][T];
static small last_tstamp[V][T], max_tstamp[T];

/* The earliest time at which a write that t issues now may reach location v. */
static inline small earliest(small v, small t);

/* Location v gets an empty list: every node expired long ago, the content in the one before the sentinel. */
static inline void reset(small v, word content)
{
    for (small node = 0; node < N; node++) {
        tstamp[v][node] = 0;
        next[v][node] = node + 1;
        prev[v][node] = node > 0 ? node - 1 : N;
    }
    tstamp[v][N] = K + 1;
    next[v][N] = 0;
    prev[v][N] = N - 1;
    value[v][N - 1] = content;
}

static inline void sma_init(void)
{
    for (small v = 0; v < V; v++)
        reset(v, initial[v]);
}

static inline void clock_update(void)
{
    clock = choose(clock, K);
    observe(clock, clock);
}

/* Puts a write that reaches memory at time ts into the list of v. */
static inline void insert(small v, word val, small ts, small t)
{
    /* take the oldest node; the one after it must have expired too, or the oldest would be the head */
    small node = next[v][N];
    if (tstamp[v][next[v][node]] > clock)
        cut("lists of more than N writes to a location: raise --queue");
    next[v][N] = next[v][node];
    prev[v][next[v][N]] = N;

    /* between its neighbours in time; after earlier writes for the same moment */
    small succ = choose(0, N);
    small pred = prev[v][succ];
    assume(tstamp[v][succ] > clock);
    assume(tstamp[v][pred] <= ts && ts < tstamp[v][succ]);

    value[v][node] = val;
    next[v][node] = succ;
    prev[v][node] = pred;
    next[v][pred] = node;
    prev[v][succ] = node;
    tstamp[v][node] = ts;

    last_value[v][t] = val;
    last_tstamp[v][t] = ts;
    if (max_tstamp[t] < ts)
        max_tstamp[t] = ts;
}

static inline void sma_write(small v, word val, small t)
{
    clock_update();
    small ts = choose(clock, K);
    assume(ts >= earliest(v, t));
    observe(issued_location, v);
    observe(issued_time, ts);
    insert(v, val, ts, t);
}

/* It reaches memory when the piece before it does, behind what the thread has written to v before. */
static inline void sma_write_more(small v, word val, small t)
{
    small ts = last_tstamp[v - 1][t];
    assume(ts >= earliest(v, t));
    insert(v, val, ts, t);
}

/* The content of v in memory: the write that has expired last. */
static inline word sma_atomic_read(small v, small t)
{
    (void)t;
    small node = choose(0, N - 1);
    assume(tstamp[v][node] <= clock && tstamp[v][next[v][node]] > clock);
    return value[v][node];
}

static inline void sma_atomic_write(small v, word val, small t)
{
    insert(v, val, clock, t);
}

static inline word sma_read_more(small v, small t)
{
    if (last_tstamp[v][t] > clock)
        return last_value[v][t]; /* still in the thread's store buffer */
    return sma_atomic_read(v, t);
}

static inline word sma_read(small v, small t)
{
    clock_update();
    return sma_read_more(v, t);
}

static inline void flush(small t)
{
    if (clock < max_tstamp[t])
        clock = max_tstamp[t];
    observe(clock, clock);
}

static inline void sma_fence(small t)
{
    clock_update();
    flush(t);
}

static inline void sma_lock(small t)
{
    sma_fence(t);
}

static inline void sma_unlock(small t)
{
    (void)t;
}

/* What the thread wrote in the location's former life will not reach it any more. */
static inline void sma_malloc(small v, word content, small t)
{
    last_tstamp[v][t] = 0;
    reset(v, content);
}

#include "common.h"
