/* Atomic sections where writes wait in queues: the thread's queues are empty then, and memory itself is accessed. */

static inline void sma_lock(small t)
{
    sma_fence(t);
}

static inline void sma_unlock(small t)
{
    (void)t;
}

static inline word sma_atomic_read(small v, small t)
{
    (void)t;
    return memory[v];
}

static inline void sma_atomic_write(small v, word val, small t)
{
    (void)t;
    memory[v] = val;
}
