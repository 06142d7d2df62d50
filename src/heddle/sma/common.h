/* What is the same in every memory model. */

static inline address sma_address(small v, small t)
{
    (void)t;
    return addresses[v];
}

/* The location at an address.  The program has checked that there is one. */
static inline small location(address a, small t)
{
    for (small v = 0; v < V; v++)
        if (sma_address(v, t) == a)
            return v;
    assume(0);
    return 0;
}

static inline word sma_ind_read(address a, small t)
{
    return sma_read(location(a, t), t);
}

static inline void sma_ind_write(address a, word val, small t)
{
    sma_write(location(a, t), val, t);
}

static inline word sma_compare_exchange(small v, word expected, word desired, small t)
{
    word found = sma_atomic_read(v, t);
    if (found == expected)
        sma_atomic_write(v, desired, t);
    return found;
}

/* A child must find what its creator has written before. */
static inline void sma_create(small child, small t)
{
    (void)child;
    flush(t);
}

/* A thread has ended when its last write is in memory; whoever joins it waits for that.  The fence lets the pending writes
 * of both reach memory in any order. */
static inline void sma_join(small child, small t)
{
    sma_fence(t);
    flush(child);
}

/* Pending writes reach memory whether or not their thread still runs. */
static inline void sma_terminate(small t)
{
    (void)t;
}
