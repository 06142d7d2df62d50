// A lock of AArch64: load-exclusive, store-exclusive.
#include <pthread.h>
#include <assert.h>
#ifndef RELEASE
#define RELEASE "stlr"
#endif
static int l; int in;
static void lock(void) { int t, f; asm volatile("1: ldaxr %w0, %2\n cbnz %w0, 1b\n stxr %w1, %w3, %2\n cbnz %w1, 1b" : "=&r"(t), "=&r"(f), "+Q"(l) : "r"(1) : "memory"); }
static void unlock(void) { asm volatile(RELEASE " wzr, %0" : "=Q"(l) :: "memory"); }
void *t(void *a) { lock(); in++; assert(in == 1); in--; unlock(); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
