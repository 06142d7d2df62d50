/* Individual memory location unwinding for total store order (thesis section 6.3.2, Fig. 6.8). */

#include "imu.h"

/* The writes of a thread reach memory in order; max_tstamp is the ts_lastW of the figure. */
static inline small earliest(small t)
{
    return time_of(t);
}

static inline void issued(small t)
{
    (void)t;
}

/* The order of writes is kept anyway. */
static inline void sma_store_fence(small t)
{
    (void)t;
}
