/* The Linux kernel's memory accesses (<lkmm.h> of GenMC and Dat3M), as GNU atomic builtins and fences.
 *
 * A fully ordered operation has a full fence on both sides, as the kernel's documentation of atomic_t says.  smp_rmb and
 * smp_wmb order loads and stores only.  RCU is modelled by its grace-period guarantee (library/lkmm.c). */
#ifndef HEDDLE_LKMM_H
#define HEDDLE_LKMM_H
#include <heddle.h>
#include <stddef.h>
#include <stdint.h>

#define barrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define smp_mb() __heddle_fence("full")
#define smp_rmb() __heddle_fence("rmb")
#define smp_wmb() __heddle_fence("wmb")
#define mb() smp_mb()
#define rmb() smp_rmb()
#define wmb() smp_wmb()
#define smp_mb__before_atomic() smp_mb()
#define smp_mb__after_atomic() smp_mb()
#define smp_mb__after_spinlock() smp_mb()
#define smp_mb__after_unlock_lock() smp_mb()
#define smp_read_barrier_depends() ((void)0)

#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), v, __ATOMIC_RELAXED)
#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define smp_store_mb(x, v) do { WRITE_ONCE(x, v); smp_mb(); } while (0)
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), v)

typedef struct { int counter; } atomic_t;
typedef struct { int64_t counter; } atomic64_t;
typedef struct { long counter; } atomic_long_t;
#define ATOMIC_INIT(i) {(i)}

/* A read-modify-write operation comes in four strengths: full, relaxed, acquire, release. */
#define __HEDDLE_FULL(value) ({ smp_mb(); __typeof__(value) __result = (value); smp_mb(); __result; })
#define __HEDDLE_CMPXCHG(p, o, n, order) \
    ({ __typeof__(*(p)) __old = (o); __atomic_compare_exchange_n(p, &__old, n, 0, order, __ATOMIC_RELAXED); __old; })
/* A failed cmpxchg gives no ordering: the fences around a full one stand only where it succeeds. */
#define __HEDDLE_CMPXCHG_FULL(p, o, n) \
    ({ __typeof__(*(p)) __want = (o); __typeof__(*(p)) __got = __HEDDLE_CMPXCHG(p, __want, n, __ATOMIC_SEQ_CST); \
       if (__got == __want) smp_mb(); __got; })

#define xchg(p, v) __HEDDLE_FULL(__atomic_exchange_n(p, v, __ATOMIC_SEQ_CST))
#define xchg_relaxed(p, v) __atomic_exchange_n(p, v, __ATOMIC_RELAXED)
#define xchg_acquire(p, v) __atomic_exchange_n(p, v, __ATOMIC_ACQUIRE)
#define xchg_release(p, v) __atomic_exchange_n(p, v, __ATOMIC_RELEASE)
#define cmpxchg(p, o, n) __HEDDLE_CMPXCHG_FULL(p, o, n)
#define cmpxchg_relaxed(p, o, n) __HEDDLE_CMPXCHG(p, o, n, __ATOMIC_RELAXED)
#define cmpxchg_acquire(p, o, n) __HEDDLE_CMPXCHG(p, o, n, __ATOMIC_ACQUIRE)
#define cmpxchg_release(p, o, n) __HEDDLE_CMPXCHG(p, o, n, __ATOMIC_RELEASE)

#define atomic_read(v) READ_ONCE((v)->counter)
#define atomic_set(v, i) WRITE_ONCE((v)->counter, i)
#define atomic_read_acquire(v) smp_load_acquire(&(v)->counter)
#define atomic_set_release(v, i) smp_store_release(&(v)->counter, i)
/* operations without a result give no ordering */
#define atomic_add(i, v) ((void)__atomic_fetch_add(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic_sub(i, v) ((void)__atomic_fetch_sub(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic_and(i, v) ((void)__atomic_fetch_and(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic_or(i, v) ((void)__atomic_fetch_or(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic_xor(i, v) ((void)__atomic_fetch_xor(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic_andnot(i, v) atomic_and(~(i), v)
#define atomic_inc(v) atomic_add(1, v)
#define atomic_dec(v) atomic_sub(1, v)

/* <stdatomic.h> has other functions of these names */
#undef atomic_fetch_add
#undef atomic_fetch_sub
#undef atomic_fetch_and
#undef atomic_fetch_or
#undef atomic_fetch_xor
#define atomic_fetch_add(i, v) __HEDDLE_FULL(__atomic_fetch_add(&(v)->counter, i, __ATOMIC_SEQ_CST))
#define atomic_fetch_add_relaxed(i, v) __atomic_fetch_add(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_fetch_add_acquire(i, v) __atomic_fetch_add(&(v)->counter, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(i, v) __atomic_fetch_add(&(v)->counter, i, __ATOMIC_RELEASE)
#define atomic_fetch_sub(i, v) __HEDDLE_FULL(__atomic_fetch_sub(&(v)->counter, i, __ATOMIC_SEQ_CST))
#define atomic_fetch_sub_relaxed(i, v) __atomic_fetch_sub(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_fetch_sub_acquire(i, v) __atomic_fetch_sub(&(v)->counter, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_sub_release(i, v) __atomic_fetch_sub(&(v)->counter, i, __ATOMIC_RELEASE)
#define atomic_fetch_and(i, v) __HEDDLE_FULL(__atomic_fetch_and(&(v)->counter, i, __ATOMIC_SEQ_CST))
#define atomic_fetch_and_relaxed(i, v) __atomic_fetch_and(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_fetch_and_acquire(i, v) __atomic_fetch_and(&(v)->counter, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_and_release(i, v) __atomic_fetch_and(&(v)->counter, i, __ATOMIC_RELEASE)
#define atomic_fetch_or(i, v) __HEDDLE_FULL(__atomic_fetch_or(&(v)->counter, i, __ATOMIC_SEQ_CST))
#define atomic_fetch_or_relaxed(i, v) __atomic_fetch_or(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_fetch_or_acquire(i, v) __atomic_fetch_or(&(v)->counter, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_or_release(i, v) __atomic_fetch_or(&(v)->counter, i, __ATOMIC_RELEASE)
#define atomic_fetch_xor(i, v) __HEDDLE_FULL(__atomic_fetch_xor(&(v)->counter, i, __ATOMIC_SEQ_CST))
#define atomic_fetch_xor_relaxed(i, v) __atomic_fetch_xor(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_fetch_xor_acquire(i, v) __atomic_fetch_xor(&(v)->counter, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_xor_release(i, v) __atomic_fetch_xor(&(v)->counter, i, __ATOMIC_RELEASE)
#define atomic_fetch_andnot(i, v) atomic_fetch_and(~(i), v)
#define atomic_fetch_andnot_relaxed(i, v) atomic_fetch_and_relaxed(~(i), v)
#define atomic_fetch_andnot_acquire(i, v) atomic_fetch_and_acquire(~(i), v)
#define atomic_fetch_andnot_release(i, v) atomic_fetch_and_release(~(i), v)
#define atomic_add_return(i, v) __HEDDLE_FULL(__atomic_add_fetch(&(v)->counter, i, __ATOMIC_SEQ_CST))
#define atomic_add_return_relaxed(i, v) __atomic_add_fetch(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_add_return_acquire(i, v) __atomic_add_fetch(&(v)->counter, i, __ATOMIC_ACQUIRE)
#define atomic_add_return_release(i, v) __atomic_add_fetch(&(v)->counter, i, __ATOMIC_RELEASE)
#define atomic_sub_return(i, v) __HEDDLE_FULL(__atomic_sub_fetch(&(v)->counter, i, __ATOMIC_SEQ_CST))
#define atomic_sub_return_relaxed(i, v) __atomic_sub_fetch(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_sub_return_acquire(i, v) __atomic_sub_fetch(&(v)->counter, i, __ATOMIC_ACQUIRE)
#define atomic_sub_return_release(i, v) __atomic_sub_fetch(&(v)->counter, i, __ATOMIC_RELEASE)
#define atomic_fetch_inc(v) atomic_fetch_add(1, v)
#define atomic_inc_return(v) atomic_add_return(1, v)
#define atomic_fetch_inc_relaxed(v) atomic_fetch_add_relaxed(1, v)
#define atomic_inc_return_relaxed(v) atomic_add_return_relaxed(1, v)
#define atomic_fetch_inc_acquire(v) atomic_fetch_add_acquire(1, v)
#define atomic_inc_return_acquire(v) atomic_add_return_acquire(1, v)
#define atomic_fetch_inc_release(v) atomic_fetch_add_release(1, v)
#define atomic_inc_return_release(v) atomic_add_return_release(1, v)
#define atomic_fetch_dec(v) atomic_fetch_sub(1, v)
#define atomic_dec_return(v) atomic_sub_return(1, v)
#define atomic_fetch_dec_relaxed(v) atomic_fetch_sub_relaxed(1, v)
#define atomic_dec_return_relaxed(v) atomic_sub_return_relaxed(1, v)
#define atomic_fetch_dec_acquire(v) atomic_fetch_sub_acquire(1, v)
#define atomic_dec_return_acquire(v) atomic_sub_return_acquire(1, v)
#define atomic_fetch_dec_release(v) atomic_fetch_sub_release(1, v)
#define atomic_dec_return_release(v) atomic_sub_return_release(1, v)
#define atomic_xchg(v, n) xchg(&(v)->counter, n)
#define atomic_cmpxchg(v, o, n) cmpxchg(&(v)->counter, o, n)
#define atomic_xchg_relaxed(v, n) xchg_relaxed(&(v)->counter, n)
#define atomic_cmpxchg_relaxed(v, o, n) cmpxchg_relaxed(&(v)->counter, o, n)
#define atomic_xchg_acquire(v, n) xchg_acquire(&(v)->counter, n)
#define atomic_cmpxchg_acquire(v, o, n) cmpxchg_acquire(&(v)->counter, o, n)
#define atomic_xchg_release(v, n) xchg_release(&(v)->counter, n)
#define atomic_cmpxchg_release(v, o, n) cmpxchg_release(&(v)->counter, o, n)
#define atomic_inc_and_test(v) (atomic_inc_return(v) == 0)
#define atomic_dec_and_test(v) (atomic_dec_return(v) == 0)
#define atomic_sub_and_test(i, v) (atomic_sub_return(i, v) == 0)
#define atomic_add_negative(i, v) (atomic_add_return(i, v) < 0)
#define atomic_add_unless(v, a, u) \
    ({ int __add; __heddle_atomic_begin(); __add = (v)->counter != (u); if (__add) (v)->counter += (a); __heddle_fence("full"); \
       __heddle_atomic_end(); __add; })

/* atomic_long_t and atomic64_t have the same operations */
#define atomic_long_read(v) atomic_read(v)
#define atomic_long_set(v, i) atomic_set(v, i)
#define atomic_long_read_acquire(v) atomic_read_acquire(v)
#define atomic_long_set_release(v, i) atomic_set_release(v, i)
#define atomic_long_add(i, v) atomic_add(i, v)
#define atomic_long_sub(i, v) atomic_sub(i, v)
#define atomic_long_and(i, v) atomic_and(i, v)
#define atomic_long_or(i, v) atomic_or(i, v)
#define atomic_long_xor(i, v) atomic_xor(i, v)
#define atomic_long_andnot(i, v) atomic_andnot(i, v)
#define atomic_long_inc(v) atomic_inc(v)
#define atomic_long_dec(v) atomic_dec(v)
#define atomic_long_fetch_add(i, v) atomic_fetch_add(i, v)
#define atomic_long_fetch_add_relaxed(i, v) atomic_fetch_add_relaxed(i, v)
#define atomic_long_fetch_add_acquire(i, v) atomic_fetch_add_acquire(i, v)
#define atomic_long_fetch_add_release(i, v) atomic_fetch_add_release(i, v)
#define atomic_long_fetch_sub(i, v) atomic_fetch_sub(i, v)
#define atomic_long_fetch_sub_relaxed(i, v) atomic_fetch_sub_relaxed(i, v)
#define atomic_long_fetch_sub_acquire(i, v) atomic_fetch_sub_acquire(i, v)
#define atomic_long_fetch_sub_release(i, v) atomic_fetch_sub_release(i, v)
#define atomic_long_fetch_and(i, v) atomic_fetch_and(i, v)
#define atomic_long_fetch_and_relaxed(i, v) atomic_fetch_and_relaxed(i, v)
#define atomic_long_fetch_and_acquire(i, v) atomic_fetch_and_acquire(i, v)
#define atomic_long_fetch_and_release(i, v) atomic_fetch_and_release(i, v)
#define atomic_long_fetch_or(i, v) atomic_fetch_or(i, v)
#define atomic_long_fetch_or_relaxed(i, v) atomic_fetch_or_relaxed(i, v)
#define atomic_long_fetch_or_acquire(i, v) atomic_fetch_or_acquire(i, v)
#define atomic_long_fetch_or_release(i, v) atomic_fetch_or_release(i, v)
#define atomic_long_fetch_xor(i, v) atomic_fetch_xor(i, v)
#define atomic_long_fetch_xor_relaxed(i, v) atomic_fetch_xor_relaxed(i, v)
#define atomic_long_fetch_xor_acquire(i, v) atomic_fetch_xor_acquire(i, v)
#define atomic_long_fetch_xor_release(i, v) atomic_fetch_xor_release(i, v)
#define atomic_long_fetch_andnot(i, v) atomic_fetch_andnot(i, v)
#define atomic_long_fetch_andnot_relaxed(i, v) atomic_fetch_andnot_relaxed(i, v)
#define atomic_long_fetch_andnot_acquire(i, v) atomic_fetch_andnot_acquire(i, v)
#define atomic_long_fetch_andnot_release(i, v) atomic_fetch_andnot_release(i, v)
#define atomic_long_add_return(i, v) atomic_add_return(i, v)
#define atomic_long_add_return_relaxed(i, v) atomic_add_return_relaxed(i, v)
#define atomic_long_add_return_acquire(i, v) atomic_add_return_acquire(i, v)
#define atomic_long_add_return_release(i, v) atomic_add_return_release(i, v)
#define atomic_long_sub_return(i, v) atomic_sub_return(i, v)
#define atomic_long_sub_return_relaxed(i, v) atomic_sub_return_relaxed(i, v)
#define atomic_long_sub_return_acquire(i, v) atomic_sub_return_acquire(i, v)
#define atomic_long_sub_return_release(i, v) atomic_sub_return_release(i, v)
#define atomic_long_fetch_inc(v) atomic_fetch_inc(v)
#define atomic_long_inc_return(v) atomic_inc_return(v)
#define atomic_long_fetch_inc_relaxed(v) atomic_fetch_inc_relaxed(v)
#define atomic_long_inc_return_relaxed(v) atomic_inc_return_relaxed(v)
#define atomic_long_fetch_inc_acquire(v) atomic_fetch_inc_acquire(v)
#define atomic_long_inc_return_acquire(v) atomic_inc_return_acquire(v)
#define atomic_long_fetch_inc_release(v) atomic_fetch_inc_release(v)
#define atomic_long_inc_return_release(v) atomic_inc_return_release(v)
#define atomic_long_fetch_dec(v) atomic_fetch_dec(v)
#define atomic_long_dec_return(v) atomic_dec_return(v)
#define atomic_long_fetch_dec_relaxed(v) atomic_fetch_dec_relaxed(v)
#define atomic_long_dec_return_relaxed(v) atomic_dec_return_relaxed(v)
#define atomic_long_fetch_dec_acquire(v) atomic_fetch_dec_acquire(v)
#define atomic_long_dec_return_acquire(v) atomic_dec_return_acquire(v)
#define atomic_long_fetch_dec_release(v) atomic_fetch_dec_release(v)
#define atomic_long_dec_return_release(v) atomic_dec_return_release(v)
#define atomic_long_xchg(v, n) atomic_xchg(v, n)
#define atomic_long_cmpxchg(v, o, n) atomic_cmpxchg(v, o, n)
#define atomic_long_xchg_relaxed(v, n) atomic_xchg_relaxed(v, n)
#define atomic_long_cmpxchg_relaxed(v, o, n) atomic_cmpxchg_relaxed(v, o, n)
#define atomic_long_xchg_acquire(v, n) atomic_xchg_acquire(v, n)
#define atomic_long_cmpxchg_acquire(v, o, n) atomic_cmpxchg_acquire(v, o, n)
#define atomic_long_xchg_release(v, n) atomic_xchg_release(v, n)
#define atomic_long_cmpxchg_release(v, o, n) atomic_cmpxchg_release(v, o, n)
#define atomic_long_inc_and_test(v) atomic_inc_and_test(v)
#define atomic_long_dec_and_test(v) atomic_dec_and_test(v)
#define atomic_long_sub_and_test(i, v) atomic_sub_and_test(i, v)
#define atomic_long_add_negative(i, v) atomic_add_negative(i, v)
#define atomic_long_add_unless(v, a, u) atomic_add_unless(v, a, u)

typedef struct spinlock { int __locked; } spinlock_t;
#define __SPIN_LOCK_UNLOCKED(name) {0}
#define DEFINE_SPINLOCK(name) spinlock_t name = {0}
void spin_lock_init(spinlock_t *lock);
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int spin_trylock(spinlock_t *lock);
int spin_is_locked(spinlock_t *lock);
void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
#define synchronize_rcu_expedited() synchronize_rcu()
#define init_rcu() ((void)0)
#define cpu_relax() ((void)0)
#define likely(x) (x)
#define unlikely(x) (x)
#endif
