/* Individual memory location unwinding for partial store order (thesis section 6.3.3). */

#include "imu.h"

/* The time that a thread's writes behind its last store fence must come after. */
static small fenced[T];

/* Only the writes of a thread to the same location reach memory in order, which their history ensures. */
static inline small earliest(small t)
{
    return cur_tstamp[t] < fenced[t] ? fenced[t] : cur_tstamp[t];
}

static inline void issued(small t)
{
    (void)t;
}

static inline void sma_store_fence(small t)
{
    fenced[t] = max_tstamp[t];
}
