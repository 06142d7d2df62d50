/* <sched.h>: scheduling never restricts the interleavings that Heddle explores. */
#ifndef HEDDLE_SCHED_H
#define HEDDLE_SCHED_H
#include <features.h>
#include <sys/types.h>
#define SCHED_OTHER 0
#define SCHED_NORMAL 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_ISO 4
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6
#define SCHED_RESET_ON_FORK 0x40000000
#define CLONE_VM 0x00000100
#define CLONE_FS 0x00000200
#define CLONE_FILES 0x00000400
#define CLONE_SIGHAND 0x00000800
#define CLONE_VFORK 0x00004000
#define CLONE_PARENT 0x00008000
#define CLONE_THREAD 0x00010000
#define CLONE_SYSVSEM 0x00040000
#define CLONE_SETTLS 0x00080000
#define CLONE_PARENT_SETTID 0x00100000
#define CLONE_CHILD_CLEARTID 0x00200000
#define CLONE_CHILD_SETTID 0x01000000
struct timespec;
struct sched_param { int sched_priority; };

typedef unsigned long __cpu_mask;
#define CPU_SETSIZE 1024
#define __NCPUBITS (8 * sizeof(__cpu_mask))
typedef struct { __cpu_mask __bits[CPU_SETSIZE / __NCPUBITS]; } cpu_set_t;
int __sched_cpucount(size_t size, const cpu_set_t *set);
#define __CPU_WORD(cpu, set) (((__cpu_mask *)(set)->__bits)[(size_t)(cpu) / __NCPUBITS])
#define __CPU_BIT(cpu) ((__cpu_mask)1 << (size_t)(cpu) % __NCPUBITS)
#define CPU_ZERO_S(size, set) ((void)__builtin_memset((set), 0, (size)))
#define CPU_SET_S(cpu, size, set) ((size_t)(cpu) / 8 < (size) ? __CPU_WORD(cpu, set) |= __CPU_BIT(cpu) : 0)
#define CPU_CLR_S(cpu, size, set) ((size_t)(cpu) / 8 < (size) ? __CPU_WORD(cpu, set) &= ~__CPU_BIT(cpu) : 0)
#define CPU_ISSET_S(cpu, size, set) ((size_t)(cpu) / 8 < (size) && (__CPU_WORD(cpu, set) & __CPU_BIT(cpu)) != 0)
#define CPU_COUNT_S(size, set) __sched_cpucount(size, set)
#define CPU_EQUAL_S(size, left, right) (__builtin_memcmp((left), (right), (size)) == 0)
#define __CPU_OP_S(size, to, left, right, op) \
    do { \
        for (size_t __i = 0; __i < (size) / sizeof(__cpu_mask); __i++) \
            (to)->__bits[__i] = (left)->__bits[__i] op (right)->__bits[__i]; \
    } while (0)
#define CPU_AND_S(size, to, left, right) __CPU_OP_S(size, to, left, right, &)
#define CPU_OR_S(size, to, left, right) __CPU_OP_S(size, to, left, right, |)
#define CPU_XOR_S(size, to, left, right) __CPU_OP_S(size, to, left, right, ^)
#define CPU_ZERO(set) CPU_ZERO_S(sizeof(cpu_set_t), set)
#define CPU_SET(cpu, set) CPU_SET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_CLR(cpu, set) CPU_CLR_S(cpu, sizeof(cpu_set_t), set)
#define CPU_ISSET(cpu, set) CPU_ISSET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_COUNT(set) CPU_COUNT_S(sizeof(cpu_set_t), set)
#define CPU_EQUAL(left, right) CPU_EQUAL_S(sizeof(cpu_set_t), left, right)
#define CPU_AND(to, left, right) CPU_AND_S(sizeof(cpu_set_t), to, left, right)
#define CPU_OR(to, left, right) CPU_OR_S(sizeof(cpu_set_t), to, left, right)
#define CPU_XOR(to, left, right) CPU_XOR_S(sizeof(cpu_set_t), to, left, right)
#define CPU_ALLOC_SIZE(count) (((count) + __NCPUBITS - 1) / __NCPUBITS * sizeof(__cpu_mask))
cpu_set_t *__sched_cpualloc(size_t count);
void __sched_cpufree(cpu_set_t *set);
#define CPU_ALLOC(count) __sched_cpualloc(count)
#define CPU_FREE(set) __sched_cpufree(set)

int sched_yield(void);
int sched_get_priority_min(int policy);
int sched_get_priority_max(int policy);
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param);
int sched_getscheduler(pid_t pid);
int sched_setparam(pid_t pid, const struct sched_param *param);
int sched_getparam(pid_t pid, struct sched_param *param);
int sched_rr_get_interval(pid_t pid, struct timespec *interval);
#ifdef __USE_GNU
int sched_getcpu(void);
int getcpu(unsigned *cpu, unsigned *node);
int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int clone(int (*function)(void *), void *stack, int flags, void *argument, ...);
int unshare(int flags);
#endif
#endif
