/* The shared memory abstraction: all that the threads of a sequentialized program do to each other (thesis Fig. 3.1).
 *
 * Memory is V locations, each holding a word.  Shared variables, struct fields, array elements and heap cells that the
 * program accesses are one location each; addresses[] says where each of them lies.  A memory model is a file that
 * implements these functions; t is always the calling thread, 0 <= t < T.
 *
 * The control flow (lazy sequentialization) promises: calls come in the order of the simulated execution; a thread is
 * not interrupted between sma_lock and sma_unlock, nor inside a call.  It provides choose(low, high), which guesses a
 * number, assume(condition), cut(message), for executions that a bound excludes, and these parameters:
 *
 *   T  threads           V  locations            W  writes that an execution can make at most
 *   N  length of a store buffer (tso, pso) or of a location's write list (etso, epso)
 *   K  moments that the clock can show, 0 to K - 1 (etso, epso)
 *   PIECES  locations that one write goes to, at most
 *   sole[v]  at most one thread writes to v while threads run (etso, epso)
 *
 * From a run of the program an execution of the threads is read back.  For that a memory model says observe(what, value):
 *   issued_location  the location that the latest write will go to, if it waits
 *   issued_time      the time at which it will reach memory           (etso, epso)
 *   clock            the time now                                     (etso, epso)
 *   updated_by       a pending write of this thread reaches memory    (tso, pso)
 *   updated_location ... the oldest to this location                  (pso)
 */

/* Before everything else. */
static inline void sma_init(void);

/* The address of a location. */
static inline address sma_address(small v, small t);

/* A location begins a new life with this content: a block's locations are allocated one by one. */
static inline void sma_malloc(small v, word content, small t);

/* Accesses that need no simulation.  own_read: nobody but t writes to v while threads run, so t finds what was written last,
 * wherever that is.  own_write: threads do not communicate through v, and it is never accessed otherwise. */
static inline word own_read(small v, small t);
static inline void own_write(small v, word val, small t);

/* Plain accesses, to a location or to the location at an address. */
static inline word sma_read(small v, small t);
static inline word sma_ind_read(address a, small t);
static inline void sma_write(small v, word val, small t);
static inline void sma_ind_write(address a, word val, small t);

/* A further piece of the access that t has just made, at location v - 1.  Where a program accesses memory in different
 * sizes (unions, byte pointers), its locations are the smallest pieces, and an access may have up to PIECES of them.  All
 * of them are read at one moment, and reach memory at one moment. */
static inline word sma_read_more(small v, small t);
static inline void sma_write_more(small v, word val, small t);

/* The ends of an atomic section.  Mutexes, condition variables and the like are C code that uses such sections, so this
 * one lock is all that a memory model has to know about. */
static inline void sma_lock(small t);
static inline void sma_unlock(small t);

/* Accesses of atomic sections and of atomic read-modify-write operations: t has no write pending when it calls them. */
static inline word sma_atomic_read(small v, small t);
static inline void sma_atomic_write(small v, word val, small t);
static inline word sma_compare_exchange(small v, word expected, word desired, small t);

/* A full fence; a fence that orders only writes among themselves (lwsync, release). */
static inline void sma_fence(small t);
static inline void sma_store_fence(small t);

/* Everything that t has written reaches memory now; part of the operations below. */
static inline void flush(small t);

/* t has created, has awaited the end of, another thread; t has come to its end. */
static inline void sma_create(small child, small t);
static inline void sma_join(small child, small t);
static inline void sma_terminate(small t);
