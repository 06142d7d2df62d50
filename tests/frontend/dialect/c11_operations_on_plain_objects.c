#include <stdatomic.h>
int x; long l; int *p; int arr[3]; char c; struct { int f; } s; volatile int v; _Bool b; unsigned u = 1;
int main(void) {
 atomic_store(&x, 3); A(atomic_load(&x) == 3); A(atomic_fetch_add(&x, 2) == 3); A(x == 5);
 atomic_store_explicit(&l, 7, memory_order_release); A(atomic_load_explicit(&l, memory_order_acquire) == 7);
 int e = 5; A(atomic_compare_exchange_strong(&x, &e, 9)); A(x == 9); A(!atomic_compare_exchange_weak_explicit(&x, &e, 1, memory_order_acq_rel, memory_order_relaxed)); A(e == 9);
 A(atomic_exchange(&x, 1) == 9); A(atomic_fetch_or(&x, 6) == 1); A(atomic_fetch_and(&x, 3) == 7); A(atomic_fetch_xor_explicit(&x, 1, memory_order_relaxed) == 3); A(x == 2); A(atomic_fetch_sub(&x, 2) == 2);
 atomic_store(&p, arr); atomic_store(&s.f, 4); A(s.f == 4); atomic_fetch_add(&v, 1); A(v == 1); atomic_store(&b, 5); A(b == 1);
 atomic_init(&c, 4); A(atomic_load(&c) == 4); atomic_fetch_sub(&u, 2); A(u == 0xffffffffu);
 return 0; }
