/* Fine-grained memory unwinding with explicit reads (thesis section 5.3.1.3, Figs. 5.4, 5.5 and 5.9). */

#include "mu.h"

/* The content of every location after each write. */
static word mem[W + 1][V];

/* Fig. 5.4, where locations are numbered from 0, as elsewhere. */
static inline void memory_constraints(void)
{
    for (small v = 0; v < V; v++) {
        mem[0][v] = own[v];
        for (small i = 1; i <= W; i++)
            mem[i][v] = var[i] == v && thread[i] < T ? value[i] : mem[i - 1][v];
    }
}

static inline word sma_atomic_read(small v, small t)
{
    return mem[th_pos[t]][v];
}

static inline word sma_read(small v, small t)
{
    jump(t);
    observe(when, th_pos[t]);
    return sma_atomic_read(v, t);
}

static inline void sma_malloc(small v, word content, small t)
{
    (void)t;
    assume(mem[0][v] == content);
}
