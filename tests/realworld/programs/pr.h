/* Atomic primitives in the manner of portability layers: inline assembly of x86, or the compiler's builtins. */
#ifndef PR_H
#define PR_H

#include <stdbool.h>
#include <stddef.h>

#define CACHELINE 64
#define PR_ALIGNED __attribute__((aligned(CACHELINE)))

#ifdef PR_X86 /* what a header for x86 says: every store is a release, every load an acquire, so fences are the compiler's only */

#ifndef LOCK_PREFIX
#define LOCK_PREFIX "lock "
#endif

#define PR_LOAD(p) (*(volatile __typeof__(*(p)) *)(p))
#define PR_STORE(p, v) (*(volatile __typeof__(*(p)) *)(p) = (v))
#define pr_barrier() __asm__ __volatile__("" ::: "memory")
#define pr_fence_acquire() pr_barrier()
#define pr_fence_release() pr_barrier()
#define pr_fence_store() pr_barrier()
#define pr_fence_load() pr_barrier()
#define pr_fence_memory() __asm__ __volatile__("mfence" ::: "memory")
#define pr_stall() __asm__ __volatile__("pause" ::: "memory")

static inline unsigned int pr_fas_uint(unsigned int *target, unsigned int value)
{
    __asm__ __volatile__("xchgl %0, %1" : "+q"(value), "+m"(*target) : : "memory");
    return value;
}

static inline bool pr_cas_uint(unsigned int *target, unsigned int old, unsigned int value)
{
    bool z;
    __asm__ __volatile__(LOCK_PREFIX "cmpxchgl %3, %0; sete %1" : "+m"(*target), "=q"(z), "+a"(old) : "q"(value) : "memory", "cc");
    return z;
}

static inline unsigned int pr_faa_uint(unsigned int *target, unsigned int delta)
{
    __asm__ __volatile__(LOCK_PREFIX "xaddl %1, %0" : "+m"(*target), "+q"(delta) : : "memory", "cc");
    return delta;
}

static inline bool pr_dec_is_zero_uint(unsigned int *target)
{
    bool z;
    __asm__ __volatile__(LOCK_PREFIX "decl %0; sete %1" : "+m"(*target), "=qm"(z) : : "memory", "cc");
    return z;
}

static inline void *pr_fas_ptr(void *target, void *value)
{
    __asm__ __volatile__("xchgq %0, %1" : "+q"(value), "+m"(*(void **)target) : : "memory");
    return value;
}

static inline bool pr_cas_ptr(void *target, void *old, void *value)
{
    bool z;
    __asm__ __volatile__(LOCK_PREFIX "cmpxchgq %3, %0; sete %1"
                         : "+m"(*(void **)target), "=q"(z), "+a"(old) : "q"(value) : "memory", "cc");
    return z;
}

#else /* any machine */

#define PR_LOAD(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define PR_STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define pr_fence_acquire() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define pr_fence_release() __atomic_thread_fence(__ATOMIC_RELEASE)
#define pr_fence_store() __atomic_thread_fence(__ATOMIC_RELEASE)
#define pr_fence_load() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define pr_fence_memory() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define pr_stall() ((void)0)

static inline unsigned int pr_fas_uint(unsigned int *target, unsigned int value)
{
    return __atomic_exchange_n(target, value, __ATOMIC_RELAXED);
}

static inline bool pr_cas_uint(unsigned int *target, unsigned int old, unsigned int value)
{
    return __atomic_compare_exchange_n(target, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static inline unsigned int pr_faa_uint(unsigned int *target, unsigned int delta)
{
    return __atomic_fetch_add(target, delta, __ATOMIC_RELAXED);
}

static inline bool pr_dec_is_zero_uint(unsigned int *target)
{
    return __atomic_sub_fetch(target, 1, __ATOMIC_RELAXED) == 0;
}

static inline void *pr_fas_ptr(void *target, void *value)
{
    return __atomic_exchange_n((void **)target, value, __ATOMIC_RELAXED);
}

static inline bool pr_cas_ptr(void *target, void *old, void *value)
{
    return __atomic_compare_exchange_n((void **)target, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

#endif

#define pr_load_uint(p) PR_LOAD(p)
#define pr_store_uint(p, v) PR_STORE(p, v)
#define pr_load_ptr(p) PR_LOAD(p)
#define pr_store_ptr(p, v) PR_STORE(p, v)

#endif
