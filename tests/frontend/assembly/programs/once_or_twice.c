// The same operations of AArch64 as one statement each (ONE), or with load and store in functions of their own.
#include <pthread.h>
int x, y, r;
#ifdef ONE
static int add(int *p, int n) { int v, s; asm volatile("1: ldaxr %w0, %2\n add %w0, %w0, %w3\n stlxr %w1, %w0, %2\n cbnz %w1, 1b" : "=&r"(v), "=&r"(s), "+Q"(*p) : "r"(n) : "memory"); return v - n; }
static int set(int *p, int e, int n) { int v, s; asm volatile("1: ldxr %w0, %2\n cmp %w0, %w3\n b.ne 2f\n stlxr %w1, %w4, %2\n cbnz %w1, 1b\n2:" : "=&r"(v), "=&r"(s), "+Q"(*p) : "r"(e), "r"(n) : "memory", "cc"); return v; }
#else
static int load_acquire(int *p) { int v; asm volatile("ldaxr %w0, %1" : "=r"(v) : "Q"(*p)); return v; }
static int load(int *p) { int v; asm volatile("ldxr %w0, %1" : "=r"(v) : "Q"(*p)); return v; }
static int store(int *p, int v) { int s; asm volatile("stlxr %w0, %w2, %1" : "=&r"(s), "=Q"(*p) : "r"(v) : "memory"); return !s; }
static int add(int *p, int n) { int v; do v = load_acquire(p); while (!store(p, v + n)); return v; }
static int set(int *p, int e, int n) { int v; do { v = load(p); if (v != e) break; } while (!store(p, n)); return v; }
#endif
void *a(void *unused) { __atomic_store_n(&y, 1, __ATOMIC_RELAXED); r = add(&x, 2); return 0; }
void *b(void *unused) { set(&x, 2, 5); __atomic_load_n(&y, __ATOMIC_RELAXED); return 0; }
void *c(void *unused) { add(&x, 1); set(&y, 0, 3); return 0; }
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_create(&t[2], 0, c, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
