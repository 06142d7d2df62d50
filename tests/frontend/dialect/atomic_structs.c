#include <stdatomic.h>
struct S { int a; int b; }; typedef struct { short a, b; } Q; union U { int i; float f; };
_Atomic struct S s; struct S plain; _Atomic Q q; _Atomic union U u;
int main(void) {
 struct S v = {1, 2}; atomic_store(&s, v); struct S w = atomic_load(&s); A(w.a == 1 && w.b == 2);
 struct S e = {1, 2}, d = {3, 4}; A(atomic_compare_exchange_strong(&s, &e, d)); w = s; A(w.a == 3 && w.b == 4);
 A(!atomic_compare_exchange_strong(&s, &e, v)); A(e.a == 3 && e.b == 4);
 w = atomic_exchange(&s, v); A(w.b == 4); s = d; w = s; A(w.a == 3);
 __atomic_load(&plain, &w, 5); A(w.a == 0); __atomic_store(&plain, &d, 5); A(plain.b == 4); __atomic_exchange(&plain, &v, &w, 5); A(w.b == 4 && plain.a == 1);
 A(__atomic_compare_exchange(&plain, &v, &d, 0, 5, 5)); A(plain.a == 3);
 Q a = {5, 6}; atomic_init(&q, a); Q b = atomic_load_explicit(&q, memory_order_acquire); A(b.b == 6);
 union U x = {.i = 7}; atomic_store(&u, x); x = u; A(x.i == 7); union U y = atomic_load(&u); A(y.i == 7);
 A(atomic_load(&s).a == 3); struct S z = (struct S){9, 10}; atomic_store(&s, ((struct S){9, 10})); A(atomic_load(&s).b == 10);
 return 0; }
