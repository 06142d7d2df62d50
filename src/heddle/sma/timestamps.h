/* Store buffers by timestamps (FMCAD 2016, Fig. 3; thesis Figs. 4.2 to 4.6): the part that eTSO and ePSO share.
 *
 * A write is given, when it is issued, the future time at which it will reach memory.  Memory updates then cost nothing:
 * the clock moves on, and what has expired is in memory.  The writes to a location v, of all threads, are the nodes of
 * a circular doubly-linked list ordered by time (T-CDLL).  Node N is its sentinel.  The last expired node is the head,
 * which holds the location's content in memory; nodes before it are free to be used again.
 *
 * The clock shows K moments, 0 to K - 1; the sentinel's time is K, after all of them.  With K = 1 every write reaches
 * memory at once: sequential consistency.
 *
 * Differences from the figure:
 * - line 36 stores the timestamp in the node, not in the thread's entry; max_tstamp and max_last_tstamp are one array;
 *   creation and join flush (common.h): slips of the figure.
 * - the figure lets the clock show K too, where nothing can happen any more: line 13.
 * - what lines 25 and 61 guess is determined by the list, and looked up: there is one place for a timestamp, and one node
 *   that has expired last.  Where one thread does all the writing, the place is the end of the list. */

#include "interface.h"

static small clock;
static word value[V][N];
static small tstamp[V][N + 1];
static small prev[V][N + 1], next[V][N + 1];
static word last_value[V][T];
static small last_tstamp[V][T], max_tstamp[T];
static word own[V]; /* what was written last, wherever it is */

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
    tstamp[v][N] = K;
    next[v][N] = 0;
    prev[v][N] = N - 1;
    value[v][N - 1] = content;
    own[v] = content;
}

static inline void sma_init(void)
{
    for (small v = 0; v < V; v++)
        reset(v, initial[v]);
}

static inline void clock_update(void)
{
    clock = choose(clock, K - 1);
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
    small succ = N;
    if (!sole[v])
        for (small i = 0; i < N; i++)
            if (tstamp[v][prev[v][i]] <= ts && ts < tstamp[v][i])
                succ = i;
    small pred = prev[v][succ];

    value[v][node] = val;
    next[v][node] = succ;
    prev[v][node] = pred;
    next[v][pred] = node;
    prev[v][succ] = node;
    tstamp[v][node] = ts;

    own[v] = val;
    last_value[v][t] = val;
    last_tstamp[v][t] = ts;
    if (max_tstamp[t] < ts)
        max_tstamp[t] = ts;
}

static inline void sma_write(small v, word val, small t)
{
    clock_update();
    small ts = choose(clock, K - 1);
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
    word content = value[v][N - 1];
    for (small node = 0; node + 1 < N; node++)
        if (tstamp[v][node] <= clock && tstamp[v][next[v][node]] > clock)
            content = value[v][node];
    return content;
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

static inline word own_read(small v, small t)
{
    (void)t;
    return own[v];
}

static inline void own_write(small v, word val, small t)
{
    (void)t;
    own[v] = val;
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
