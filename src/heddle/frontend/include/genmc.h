/* GenMC's <genmc.h>.  Annotations that only help GenMC (symmetry, helping, final writes) are the plain operations here. */
#ifndef HEDDLE_GENMC_H
#define HEDDLE_GENMC_H
#include <stdatomic.h>
#include <stdbool.h>
typedef unsigned long __VERIFIER_thread_t;
typedef struct __VERIFIER_hp __VERIFIER_hp_t;
void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);
__VERIFIER_thread_t __VERIFIER_spawn(void *(*function)(void *), void *argument);
__VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*function)(void *), void *argument, __VERIFIER_thread_t like);
void *__VERIFIER_join(__VERIFIER_thread_t thread);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int finished);
/* Hazard pointers: memory that is retired is never freed (library/genmc.c). */
__VERIFIER_hp_t *__VERIFIER_hp_alloc(void);
void *__VERIFIER_hp_protect(__VERIFIER_hp_t *hazard, void *location);
void __VERIFIER_hp_clear(__VERIFIER_hp_t *hazard);
void __VERIFIER_hp_free(__VERIFIER_hp_t *hazard);
void __VERIFIER_hp_retire(void *block);
#define __VERIFIER_optional(statement) do { statement; } while (0)
#define __VERIFIER_final_write(statement) statement
#define __VERIFIER_final_CAS(statement) statement
#define __VERIFIER_helped_CAS(statement) do { statement; } while (0)
#define __VERIFIER_helping_CAS(statement) do { statement; } while (0)
#define __VERIFIER_local_write(statement) statement
#define __VERIFIER_CAS_helped_explicit atomic_compare_exchange_strong_explicit
#define __VERIFIER_CAS_helping_explicit atomic_compare_exchange_strong_explicit
#define await_while(condition)                                                      \
    for (int __again = (__VERIFIER_loop_begin(), 0); __VERIFIER_spin_start(),       \
         __again = (condition) ? 1 : 0, __VERIFIER_spin_end(!__again), __again;)
#endif
