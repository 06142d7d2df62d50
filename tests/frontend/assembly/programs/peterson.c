// Peterson's lock: moves and a fence.
#include <pthread.h>
#include <assert.h>
static int flag[2], turn; int in;
static inline void st(int *p, int v) { asm volatile("movl %1,%0" : "=m"(*p) : "ir"(v) : "memory"); }
static inline int ld(int *p) { int r; asm volatile("movl %1,%0" : "=r"(r) : "m"(*p) : "memory"); return r; }
#ifndef FENCE
#define FENCE "mfence"
#endif
void *t(void *a) { int me = a != 0; st(&flag[me], 1); st(&turn, 1 - me); asm volatile(FENCE ::: "memory");
  if (ld(&flag[1 - me]) && ld(&turn) == 1 - me) return 0;
  in++; assert(in == 1); in--; st(&flag[me], 0); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, &in); pthread_join(a, 0); pthread_join(b, 0); return 0; }
