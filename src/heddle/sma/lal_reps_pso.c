/* Lal and Reps' sequentialization for partial store order (thesis section 3.3.1.2), with R rounds. */

#include "rounds.h"

/* The round that a thread's writes behind its last store fence must not come before. */
static small fenced[T];

/* Only the writes of a thread to the same location reach memory in order. */
static inline small earliest(small v, small t)
{
    return until[v][t] > fenced[t] ? (small)(until[v][t] - 1) : fenced[t];
}

static inline void sma_store_fence(small t)
{
    fenced[t] = last_update[t];
}
