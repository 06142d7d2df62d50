/* Implicit reads: a read guesses the write that it sees (thesis section 5.3.2).
 *
 * Differences from Figs. 5.12 to 5.14: W + 1 stands for "none" in var_first_write, since 0 is a position; reads of the
 * initial value return the program's initial value, not 0; a write inside an atomic section is seen from the end of the
 * section on. */

static word first_value[V];

/* The position of the first write to a location, and of the write to the same location after this one; W + 1 if there is
 * none. */
static small var_first_write[V], var_next_write[W + 1];

/* Where the atomic section ends that this write belongs to. */
static small section_end[W + 1];

static inline void link_writes(void)
{
    for (small v = 0; v < V; v++) {
        first_value[v] = own[v];
        var_first_write[v] = W + 1;
    }
    for (small i = W; i > 0; i--) {
        var_next_write[i] = W + 1;
        section_end[i] = i < W && LONG > 1 && inside[i] ? section_end[i + 1] : i;
        if (thread[i] < T) {
            var_next_write[i] = var_first_write[var[i]];
            var_first_write[var[i]] = i;
        }
    }
}

/* The content of v that the write at position i leaves, for somebody at position pos. */
static inline word content(small i, small v, small pos)
{
    if (i == 0) {
        assume(pos < var_first_write[v]);
        return first_value[v];
    }
    assume(thread[i] < T && var[i] == v && pos < var_next_write[i]);
    return value[i];
}

static inline word implicit_atomic_read(small v, small t)
{
    small i = choose(0, W);
    assume(i <= th_pos[t]);
    return content(i, v, th_pos[t]);
}

static inline word implicit_read(small v, small t)
{
    small i = choose(0, W);
    if (section_end[i] > th_pos[t])
        move(section_end[i], t);
    observe(when, th_pos[t]);
    return content(i, v, th_pos[t]);
}
