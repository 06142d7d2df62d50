/* A run under a random schedule: linked with a program that gcc compiled with -fsanitize=thread.
 *
 * The compiler puts a call before every access to memory that threads may share; here the calls do not look for races but now
 * and then let another thread run.  All threads run on one processor, so that what happens is an interleaving (with
 * -DPROCESSORS they use all, and what happens is what their store buffers do).  At its end the program prints `result`.
 * $SCHEDULE is the seed.  A run that takes long (a deadlock) is killed. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

#define STEP __attribute__((no_sanitize("thread")))

extern long long result;

static unsigned seed, share, threads;
static __thread unsigned state;

STEP static unsigned chance(void)
{
    if (state == 0)
        state = seed * 2654435761u + 40503u * ++threads + 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

STEP void schedule_step(void)
{
    unsigned drawn = chance();
    if (drawn % share)
        return;
    if (drawn >> 16 & 1)
        sched_yield();
    else
        usleep(drawn >> 20 & 63);
}

STEP __attribute__((constructor)) static void begin(void)
{
    struct itimerval limit = {{0, 0}, {0, 400000}};
    setitimer(ITIMER_REAL, &limit, NULL);
    seed = getenv("SCHEDULE") ? strtoul(getenv("SCHEDULE"), NULL, 10) : 0;
    share = (unsigned[]){2, 3, 5, 9, 33}[seed % 5];
    prctl(PR_SET_TIMERSLACK, 1);
#ifndef PROCESSORS
    cpu_set_t one, all;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    for (int cpu = 0, skip = seed / 5 % CPU_COUNT(&all); cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &all) && skip-- == 0)
            CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
#endif
}

STEP __attribute__((destructor)) static void end(void)
{
    printf("%lld\n", result);
    fflush(stdout);
    _exit(0);
}

/* --- what is left open ------------------------------------------------------------------------------------------------ */

STEP int __VERIFIER_nondet_int(void) { return chance() % 5; }
STEP _Bool __VERIFIER_nondet_bool(void) { return chance() >> 4 & 1; }
STEP unsigned char __VERIFIER_nondet_uchar(void) { return chance() % 3; }
STEP void __VERIFIER_assume(int holds)
{
    if (!holds)
        _exit(0);
}

/* --- what the compiler calls -------------------------------------------------------------------------------------------- */

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) {}
void __tsan_func_exit(void) {}
void __tsan_read_range(void *address, unsigned long size) { schedule_step(); }
void __tsan_write_range(void *address, unsigned long size) { schedule_step(); }

#define ACCESS(NAME) void __tsan_##NAME(void *address) { schedule_step(); }
#define ACCESSES(BYTES) \
    ACCESS(read##BYTES) ACCESS(write##BYTES) ACCESS(volatile_read##BYTES) ACCESS(volatile_write##BYTES) \
    ACCESS(unaligned_read##BYTES) ACCESS(unaligned_write##BYTES)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)

#define OPERATION(BITS, NAME) \
    uint##BITS##_t __tsan_atomic##BITS##_##NAME(volatile uint##BITS##_t *at, uint##BITS##_t value, int order) \
    { schedule_step(); return __atomic_##NAME(at, value, __ATOMIC_SEQ_CST); }
#define COMPARE(BITS, NAME) \
    int __tsan_atomic##BITS##_##NAME(volatile uint##BITS##_t *at, uint##BITS##_t *old, uint##BITS##_t value, int yes, int no) \
    { schedule_step(); return __atomic_compare_exchange_n(at, old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }
#define ATOMICS(BITS) \
    uint##BITS##_t __tsan_atomic##BITS##_load(const volatile uint##BITS##_t *at, int order) \
    { schedule_step(); return __atomic_load_n(at, __ATOMIC_SEQ_CST); } \
    void __tsan_atomic##BITS##_store(volatile uint##BITS##_t *at, uint##BITS##_t value, int order) \
    { schedule_step(); __atomic_store_n(at, value, __ATOMIC_SEQ_CST); } \
    uint##BITS##_t __tsan_atomic##BITS##_exchange(volatile uint##BITS##_t *at, uint##BITS##_t value, int order) \
    { schedule_step(); return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); } \
    OPERATION(BITS, fetch_add) OPERATION(BITS, fetch_sub) OPERATION(BITS, fetch_and) OPERATION(BITS, fetch_or) \
    OPERATION(BITS, fetch_xor) OPERATION(BITS, fetch_nand) \
    COMPARE(BITS, compare_exchange_strong) COMPARE(BITS, compare_exchange_weak) \
    uint##BITS##_t __tsan_atomic##BITS##_compare_exchange_val( \
        volatile uint##BITS##_t *at, uint##BITS##_t old, uint##BITS##_t value, int yes, int no) \
    { schedule_step(); __atomic_compare_exchange_n(at, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); return old; }
ATOMICS(8) ATOMICS(16) ATOMICS(32) ATOMICS(64)

void __tsan_atomic_thread_fence(int order) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) {}
