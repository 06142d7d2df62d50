/* Fine-grained memory unwinding, mixed (thesis section 5.3.3): explicit reads of single variables, implicit reads of the
 * elements of arrays, structures and heap blocks. */

#include "mu.h"
#include "implicit.h"

/* The content of single variables after each write. */
static word mem[W + 1][V];

static inline void memory_constraints(void)
{
    link_writes();
    for (small v = 0; v < V; v++)
        if (scalar[v]) {
            mem[0][v] = own[v];
            for (small i = 1; i <= W; i++)
                mem[i][v] = var[i] == v && thread[i] < T ? value[i] : mem[i - 1][v];
        }
}

static inline word sma_atomic_read(small v, small t)
{
    return scalar[v] ? mem[th_pos[t]][v] : implicit_atomic_read(v, t);
}

static inline word sma_read(small v, small t)
{
    if (!scalar[v])
        return implicit_read(v, t);
    jump(t);
    observe(when, th_pos[t]);
    return mem[th_pos[t]][v];
}

static inline void sma_malloc(small v, word content, small t)
{
    (void)t;
    assume(first_value[v] == content);
}
