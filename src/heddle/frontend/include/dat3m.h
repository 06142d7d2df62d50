/* Dat3M's <dat3m.h>.  Loop bounds and spin-loop marks only guide Dat3M; here they do nothing (library/genmc.c). */
#ifndef HEDDLE_DAT3M_H
#define HEDDLE_DAT3M_H
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
void __VERIFIER_loop_bound(int bound);
unsigned int __VERIFIER_tid(void);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int finished);
#define await_while(condition)                                                      \
    for (int __again = (__VERIFIER_loop_begin(), 0); __VERIFIER_spin_start(),       \
         __again = (condition) ? 1 : 0, __VERIFIER_spin_end(!__again), __again;)
#endif
