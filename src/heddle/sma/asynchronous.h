/* What every thread-asynchronous abstraction shares (thesis sections 3.3 and 5.3.1).
 *
 * The interface is that of interface.h, with these differences, which come from eager control flow: a thread runs from
 * its start to the place where it stops before the next one goes on, so calls do not come in the order of time.  The
 * abstraction gives every thread a time of its own, which only grows, and makes sure that all of it fits together.
 *
 *   T  threads           V  locations with a history      P  all locations: the others are plain
 *   W  length of a history                                K  moments of time (imu)
 *   R  rounds (lal-reps) LONG  so many writes the longest atomic section may make
 *   most[v]  writes to v        may_write[v][t], may_write_any[t]  whether t has one to v, to any location
 *   LATE  some thread may join one that is simulated later
 *   EDGES creations and joins in the program, if their order must be guessed too
 *
 * Observations: when (the time that the operation has reached), joined (the thread whose end was awaited), and for
 * writes that wait in a store buffer issued_location and issued_time, as in interface.h. */

/* Plain memory.  Up to sma_begin it holds everything; afterwards locations that nobody changes, or that one thread alone
 * uses, and for each location that one thread alone changes that thread's copy. */
static inline word own_read(small v, small t)
{
    (void)t;
    return own[v];
}

static inline void own_write(small v, word val, small t)
{
    (void)t;
    own[v] = val;
}

/* The content with which a block begins its life; it was guessed in sma_begin, as threads that are simulated earlier may
 * know it. */
static inline void own_malloc(small v, word content, small t)
{
    (void)t;
    assume(own[v] == content);
}

/* A step that concerns only its own thread. */
static inline void sma_step(small t)
{
    (void)t;
}

/* --- What the abstraction itself says --- */

/* Main is about to create the first thread: guesses the history, which starts with the contents own[]. */
static inline void guess_history(void);

/* The moment at which everything that t has done is in memory. */
static inline small time_of(small t);

/* The latest moment that there can be. */
static inline small end_of_time(void);

/* t goes on at this moment, or later. */
static inline void wait_until(small time, small t);

/* A new thread starts at this moment. */
static inline void start_at(small time, small t);

/* Nothing is left in the history that t was guessed to do. */
static inline void nothing_left(small t);

/* Accesses. */
static inline word sma_read(small v, small t);
static inline void sma_write(small v, word val, small t);

/* Atomic sections: mutexes and the like are C code that uses them. */
static inline void sma_lock(small t);
static inline void sma_unlock(small t);
static inline word sma_atomic_read(small v, small t);
static inline void sma_atomic_write(small v, word val, small t);

/* Accesses in several pieces are atomic sections.  Where writes wait in store buffers (imu_tso, imu_pso), which sections
 * would empty, imu.h has operations for them. */

static inline void sma_fence(small t);
static inline void sma_store_fence(small t);

/* Like own_malloc, for a location with a history. */
static inline void sma_malloc(small v, word content, small t);

/* The guesses agree with each other. */
static inline void match(void);

/* The history has no room left, so that a thread which stopped before a write may have stopped for that. */
static inline unsigned char sma_full(void);

/* --- Threads --- */

static unsigned char begun;
static unsigned char created[T];

/* Whether a thread comes to its end, and when.  If a thread can be joined before it is simulated (LATE), these are
 * guesses that sma_terminate and sma_retire confirm. */
static unsigned char ended[T];
static small last[T];
static unsigned char finished[T];

/* Two threads must not wait for each other at one moment: creations and joins are ordered too (if EDGES > 0). */
static small order[T], last_order[T];

static inline void sma_begin(small t)
{
    (void)t;
    begun = 1;
    if (LATE)
        for (small c = 0; c < T; c++) {
            ended[c] = choose(0, 1);
            last[c] = choose(0, end_of_time());
            if (EDGES > 0)
                last_order[c] = choose(0, EDGES);
        }
    guess_history();
}

static inline void sma_create(small child, small t)
{
    sma_fence(t);
    created[child] = 1;
    start_at(time_of(t), child);
    if (EDGES > 0)
        order[child] = ++order[t];
}

/* The first moment at which t can go on after a join. */
static inline small end_of(small child);

static inline void sma_join(small child, small t)
{
    assume(child < T && ended[child]);
    observe(joined, child);
    sma_fence(t);
    wait_until(end_of(child), t);
    if (EDGES > 0) {
        assume(last_order[child] < EDGES);
        if (order[t] <= last_order[child])
            order[t] = last_order[child] + 1;
    }
}

/* t has come to its end. */
static inline void sma_terminate(small t)
{
    finished[t] = 1;
    if (LATE)
        assume(!begun || (ended[t] && last[t] == time_of(t) && last_order[t] == order[t]));
    ended[t] = 1;
    last[t] = time_of(t);
}

/* t takes no more steps, at its end or before. */
static inline void sma_retire(small t)
{
    if (begun) {
        nothing_left(t);
        if (LATE)
            assume(ended[t] == finished[t]);
    }
}

/* All threads have been simulated. */
static inline void sma_finish(void)
{
    if (begun) {
        for (small c = 1; c < T; c++)
            if (!created[c])
                sma_retire(c);
        match();
    }
}
