// A ticket lock: lock xadd.
#include <pthread.h>
#include <assert.h>
static volatile unsigned next, serving; int in;
static void lock(void) { unsigned me = 1; asm volatile("lock; xaddl %0,%1" : "+r"(me), "+m"(next) :: "memory"); unsigned s;
  for (;;) { asm volatile("movl %1,%0" : "=r"(s) : "m"(serving) : "memory"); if (s == me) break; asm volatile("pause"); } }

#define U "incl %0"
static void unlock(void) { asm volatile(U : "+m"(serving) :: "memory"); }
void *t(void *a) { lock(); in++; assert(in == 1); in--; unlock(); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
