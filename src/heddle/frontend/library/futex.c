/* Futexes (futex(2)), and the other system calls that multi-threaded programs make themselves.
 *
 * Waiting is two steps: compare the word and fall asleep, then wake up.  Linux lets a wait that returns 0 be a spurious
 * wake-up, so a sleeper may go on at any time, as in cond.c; it is never interrupted by a signal.  Who sleeps where is kept
 * only because the calls that wake tell how many they woke: everybody that they find is woken by them, or has woken up (or
 * timed out) by itself just before and does not count.  In programs that look at no more than the sign of results nobody is
 * counted, so that a loop that waits changes nothing.  Where deadlocks are looked for, a sleeper need not wake up by itself.
 * Priority inheritance, FUTEX_FD and FUTEX_WAKE_OP are refused.
 */
#include <asm/unistd.h>
#include <errno.h>
#include <linux/futex.h>
#include <sys/types.h>
#include <time.h>
#include "model.h"

pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
int sched_yield(void);
int getcpu(unsigned *cpu, unsigned *node);
ssize_t getrandom(void *buffer, size_t size, unsigned int flags);

static long failure(int error)
{
    errno = error;
    return -1;
}

#if defined(HEDDLE_OBSERVES_syscall) || FOLLOWS_WAITS
enum { MOST_THREADS = 16 };
enum { AWAKE, ASLEEP, GONE };  /* GONE: has woken up by itself */

struct sleeper { unsigned char state, shared; unsigned mask; const void *word; };
static struct sleeper sleepers[MOST_THREADS];

/* Inside a step. */
static void fall_asleep(const void *word, unsigned mask, int shared)
{
    unsigned long self = __heddle_self();
    if (self >= MOST_THREADS)
        __heddle_unsupported("futexes in more than 16 threads are not modelled");
    sleepers[self].word = word;
    sleepers[self].mask = mask;
    sleepers[self].shared = shared;
    sleepers[self].state = ASLEEP;
}

/* Whether somebody else was the cause. */
static int wake_up(int timed)
{
    unsigned long self = __heddle_self();
    int spurious = !FOLLOWS_WAITS || timed || __heddle_nondet_bool();
    STEP_BEGIN();
    int woken = sleepers[self].state == AWAKE;
    AWAIT(spurious || sleepers[self].state != ASLEEP, 0);
    sleepers[self].state = AWAKE;
    STEP_END();
    return woken;
}

static int sleeps_on(int i, const void *word, int shared, unsigned mask)
{
    return sleepers[i].state == ASLEEP && sleepers[i].word == word && sleepers[i].shared == shared &&
           (sleepers[i].mask & mask) != 0;
}

/* Inside a step.  The first round picks sleepers freely, the second takes those that are left as far as the limit goes. */
static int wake(const void *word, int shared, int limit, unsigned mask)
{
    int woken = 0;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < MOST_THREADS; i++)
            if (woken < limit && sleeps_on(i, word, shared, mask) && (round == 1 || __heddle_nondet_bool())) {
                int counts = __heddle_nondet_bool();
                sleepers[i].state = counts ? AWAKE : GONE;
                woken += counts;
            }
    return woken;
}

/* Inside a step, after waking. */
static int move(const void *word, int shared, int limit, const void *to)
{
    int moved = 0;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < MOST_THREADS; i++)
            if (moved < limit && sleeps_on(i, word, shared, FUTEX_BITSET_MATCH_ANY) &&
                (round == 1 || __heddle_nondet_bool())) {
                int counts = __heddle_nondet_bool();
                sleepers[i].word = to;
                sleepers[i].state = counts ? ASLEEP : GONE;
                moved += counts;
            }
    return moved;
}
#else
#define fall_asleep(word, mask, shared) ((void)(mask), (void)(shared))
#define wake_up(timed) 0
#define wake(word, shared, limit, mask) ((void)(word), (void)(shared), (void)(limit), 0)
#define move(word, shared, limit, to) ((void)(word), (void)(shared), (void)(limit), (void)(to), 0)
#endif

static long futex_wait(unsigned *word, unsigned value, unsigned mask, int shared, int timed)
{
    if (!word)
        return failure(EFAULT);
    if (mask == 0)
        return failure(EINVAL);
    STEP_BEGIN();
    int same = __atomic_load_n(word, __ATOMIC_SEQ_CST) == value;
    if (same)
        fall_asleep(word, mask, shared);
    STEP_END();
    if (!same)
        return failure(EAGAIN);
    int woken = wake_up(timed);
    if (timed && !woken && __heddle_nondet_bool())
        return failure(ETIMEDOUT);
    return 0;
}

/* Linux wakes one sleeper if it is asked to wake none. */
static long futex_wake(const void *word, int shared, int limit, unsigned mask)
{
    if (mask == 0)
        return failure(EINVAL);
    STEP_BEGIN();
    int woken = wake(word, shared, limit < 1 ? 1 : limit, mask);
    STEP_END();
    return woken;
}

/* ``expected`` is a value and no pointer: a parameter whose address is taken would lie in memory in every wait, too. */
static long futex_requeue(unsigned *word, int shared, int wakes, int moves, const void *to, int compares, unsigned expected)
{
    if (wakes < 0 || moves < 0)
        return failure(EINVAL);
    int done = 0;
    STEP_BEGIN();
    int same = !compares || __atomic_load_n(word, __ATOMIC_SEQ_CST) == expected;
    if (same) {
        if (wakes > 0)
            done = wake(word, shared, wakes, FUTEX_BITSET_MATCH_ANY);
        if (moves > 0)
            done += move(word, shared, moves, to);
    }
    STEP_END();
    return same ? done : failure(EAGAIN);
}

static long futex(unsigned *word, int operation, unsigned value, void *fourth, void *second, unsigned third)
{
    int shared = !(operation & FUTEX_PRIVATE_FLAG);
    switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
        return futex_wait(word, value, FUTEX_BITSET_MATCH_ANY, shared, fourth != 0);
    case FUTEX_WAIT_BITSET:
        return futex_wait(word, value, third, shared, fourth != 0);
    case FUTEX_WAKE:
        return futex_wake(word, shared, (int)value, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAKE_BITSET:
        return futex_wake(word, shared, (int)value, third);
    case FUTEX_REQUEUE:
        return futex_requeue(word, shared, (int)value, (int)(long)fourth, second, 0, 0);
    case FUTEX_CMP_REQUEUE:
        return futex_requeue(word, shared, (int)value, (int)(long)fourth, second, 1, third);
    default:
        __heddle_unsupported("this futex operation is not modelled");
        return failure(ENOSYS);
    }
}

/* Declared with variable arguments: the kernel finds each in a register, whatever its type. */
long syscall(long number, void *first, long second, long third, void *fourth, void *fifth, long sixth)
{
    switch (number) {
    case __NR_futex:
        return futex(first, (int)second, (unsigned)third, fourth, fifth, (unsigned)sixth);
    case __NR_gettid:
        return gettid();
    case __NR_getpid:
        return getpid();
    case __NR_getppid:
        return getppid();
    case __NR_sched_yield:
        return sched_yield();
    case __NR_clock_gettime:
        return clock_gettime((clockid_t)(long)first, (struct timespec *)second);
    case __NR_nanosleep:
        return nanosleep(first, (struct timespec *)second);
    case __NR_getcpu:
        return getcpu(first, (unsigned *)second);
    case __NR_getrandom:
        return getrandom(first, (size_t)second, (unsigned)third);
    case __NR_exit_group:
        __heddle_exit();
    default:
        __heddle_unsupported("this system call is not modelled");
        return failure(ENOSYS);
    }
}
