/* ePSO-SMA: partial store order by timestamps (FMCAD 2016, section V). */

#include "timestamps.h"

/* The time that a thread's writes behind its last store fence must not come before. */
static small fenced[T];

/* Only the writes of a thread to the same location reach memory in order. */
static inline small earliest(small v, small t)
{
    return last_tstamp[v][t] > fenced[t] ? last_tstamp[v][t] : fenced[t];
}

static inline void sma_store_fence(small t)
{
    fenced[t] = max_tstamp[t];
}
