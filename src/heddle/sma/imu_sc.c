/* Individual memory location unwinding for sequential consistency (thesis section 6.3.1). */

#include "imu.h"

static inline small earliest(small t)
{
    return cur_tstamp[t];
}

/* It reaches memory at once. */
static inline void issued(small t)
{
    cur_tstamp[t] = max_tstamp[t];
}

static inline void sma_store_fence(small t)
{
    (void)t;
}
