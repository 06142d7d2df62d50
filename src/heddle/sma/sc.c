/* Sequential consistency: every access goes to memory at once. */

#include "interface.h"

static word memory[V];

static inline void sma_init(void)
{
    for (small v = 0; v < V; v++)
        memory[v] = initial[v];
}

static inline word sma_read(small v, small t)
{
    (void)t;
    return memory[v];
}

static inline void sma_write(small v, word val, small t)
{
    (void)t;
    memory[v] = val;
}

static inline word own_read(small v, small t)
{
    return sma_read(v, t);
}

static inline void own_write(small v, word val, small t)
{
    sma_write(v, val, t);
}

static inline word sma_read_more(small v, small t)
{
    return sma_read(v, t);
}

static inline void sma_write_more(small v, word val, small t)
{
    sma_write(v, val, t);
}

static inline word sma_atomic_read(small v, small t)
{
    return sma_read(v, t);
}

static inline void sma_atomic_write(small v, word val, small t)
{
    sma_write(v, val, t);
}

static inline void sma_malloc(small v, word content, small t)
{
    sma_write(v, content, t);
}

static inline void sma_lock(small t)
{
    (void)t;
}

static inline void sma_unlock(small t)
{
    (void)t;
}

static inline void flush(small t)
{
    (void)t;
}

static inline void sma_fence(small t)
{
    flush(t);
}

static inline void sma_store_fence(small t)
{
    (void)t;
}

#include "common.h"
