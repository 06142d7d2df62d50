// A lock that spins on an exchange.
#include <pthread.h>
#include <assert.h>
#ifndef SWAP
#define SWAP "xchgl %0,%1"
#endif
static int l; int in;
static void lock(void) { int v; do { v = 1; asm volatile(SWAP : "+r"(v), "+m"(l) :: "memory", "ecx"); } while (v); }
static void unlock(void) { asm volatile("movl $0,%0" : "=m"(l) :: "memory"); }
void *t(void *a) { lock(); in++; assert(in == 1); in--; unlock(); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
