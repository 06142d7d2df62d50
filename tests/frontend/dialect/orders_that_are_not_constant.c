#include <stdatomic.h>
_Atomic int x; int y;
int get(memory_order o) { return atomic_load_explicit(&x, o); }
static inline void put(int v, int o) { __atomic_store_n(&y, v, o); }
int add(int o) { return atomic_fetch_add_explicit(&x, 1, o); }
int cas(int o, int q) { int e = 2; return atomic_compare_exchange_strong_explicit(&x, &e, 7, o, q); }
int main(void) { A(get(memory_order_acquire) == 0); put(3, 3); put(4, 5); A(y == 4); A(add(0) == 0); A(add(4) == 1); A(cas(5, 2)); A(x == 7); atomic_thread_fence(y); 
 A(__atomic_exchange_n(&y, 1, y) == 4); char f = 0; A(!__atomic_test_and_set(&f, y)); __atomic_clear(&f, y - 1); A(!f); return 0; }
