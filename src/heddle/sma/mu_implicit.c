/* Fine-grained memory unwinding with implicit reads (thesis section 5.3.2, Figs. 5.12 to 5.14). */

#include "mu.h"
#include "implicit.h"

static inline void memory_constraints(void)
{
    link_writes();
}

static inline word sma_atomic_read(small v, small t)
{
    return implicit_atomic_read(v, t);
}

static inline word sma_read(small v, small t)
{
    return implicit_read(v, t);
}

static inline void sma_malloc(small v, word content, small t)
{
    (void)t;
    assume(first_value[v] == content);
}
