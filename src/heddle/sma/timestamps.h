/* Store buffers by timestamps (FMCAD 2016, Fig. 3; thesis Figs. 4.2 to 4.6): the part that eTSO and ePSO share.
 *
 * A write is given, when it is issued, the future time at which it will reach memory.  Memory updates then cost nothing:
 * the clock moves on, and what has expired is in memory.  The writes to a location v, of all threads, are its vw-list, N
 * nodes in the order of their times.  The last expired node is the head, which holds the location's content in memory; nodes
 * before it are free to be used again.  Behind all nodes stands the sentinel, node N.
 *
 * The clock shows K moments, 0 to K - 1; the sentinel's time is K, after all of them.  With K = 1 every write reaches
 * memory at once: sequential consistency.
 *
 * Differences from the figure:
 * - line 36 stores the timestamp in the node, not in the thread's entry; max_tstamp and max_last_tstamp are one array;
 *   creation and join flush (common.h): slips of the figure.
 * - the figure lets the clock show K too, where nothing can happen any more: line 13.
 * - a list lies in its array in order.  The figure links the nodes instead (T-CDLL), so that an insertion changes few of
 *   them, and guesses places (lines 25 and 61).  But there is one place for a timestamp, and one node that has expired
 *   last; N is small; and neighbours that are known beforehand make simpler formulas than links.  Where one thread does
 *   all the writing, that place is the end. */

#include "interface.h"

static small clock;
static word value[V][N];
static small tstamp[V][N + 1];
static word last_value[V][T];
static small last_tstamp[V][T], max_tstamp[T];
static word own[V]; /* what was written last, wherever it is */

/* The earliest time at which a write that t issues now may reach location v. */
static inline small earliest(small v, small t);

/* Location v gets an empty list: every node expired long ago, the content in the last one. */
static inline void reset(small v, word content)
{
    for (small node = 0; node < N; node++)
        tstamp[v][node] = 0;
    tstamp[v][N] = K;
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
    /* the oldest node goes; the one after it must have expired too, or the oldest would be the head (line 21) */
    if (tstamp[v][1] > clock)
        cut("lists of more than N writes to a location: raise --queue");

    /* after earlier writes for the same moment, which move up (lines 32 to 40) */
    for (small node = 0; node < N; node++)
        if (node < N - 1 && (sole[v] || tstamp[v][node + 1] <= ts)) {
            value[v][node] = value[v][node + 1];
            tstamp[v][node] = tstamp[v][node + 1];
        } else if (sole[v] || tstamp[v][node] <= ts) {
            value[v][node] = val;
            tstamp[v][node] = ts;
            break;
        }

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
    word content = value[v][0];
    for (small node = 1; node < N; node++)
        if (tstamp[v][node] <= clock)
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
