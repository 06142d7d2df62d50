// Load-exclusive and store-exclusive of AArch64 in statements and functions of their own, as C libraries have them.
#include <pthread.h>
#include <assert.h>
#ifndef RELEASE
#define RELEASE "stlr"
#endif
#ifndef STORE
#define STORE "stlxr"
#endif
static inline int load(volatile int *p)
{
    int v;
    __asm__ volatile("ldaxr %w0, %1" : "=r"(v) : "Q"(*p));
    return v;
}
static inline int store(volatile int *p, int v)
{
    int failed;
    __asm__ volatile(STORE " %w0, %w2, %1" : "=&r"(failed), "=Q"(*p) : "r"(v) : "memory");
    return !failed;
}
static int fetch_add(volatile int *p, int v)
{
    int old;
    do
        old = load(p);
    while (!store(p, old + v));
    return old;
}
static int exchange_if(volatile int *p, int expected, int wanted)
{
    int old;
    do {
        old = load(p);
        if (old != expected) {
            __asm__ volatile("dmb ish" ::: "memory");
            break;
        }
    } while (!store(p, wanted));
    return old;
}
static volatile int lock, count;
static int in;
static void *work(void *unused)
{
    while (exchange_if(&lock, 0, 1))
        ;
    in++;
    assert(in == 1);
    in--;
    __asm__ volatile(RELEASE " wzr, %0" : "=Q"(lock) :: "memory");
    fetch_add(&count, 2);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 4);
    return 0;
}
