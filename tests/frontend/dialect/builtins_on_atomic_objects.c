#include <stdatomic.h>
_Atomic int x; atomic_long l; _Atomic(int *) p; int arr[4]; atomic_bool b; _Atomic unsigned char c;
int main(void) {
 __atomic_store_n(&x, 3, __ATOMIC_SEQ_CST); A(__atomic_load_n(&x, 5) == 3); A(__atomic_fetch_add(&x, 2, 0) == 3); A(__atomic_add_fetch(&x, 2, 0) == 7);
 A(__sync_fetch_and_add(&x, 1) == 7); A(__sync_bool_compare_and_swap(&x, 8, 9)); A(__sync_val_compare_and_swap(&x, 9, 10) == 9); A(__sync_lock_test_and_set(&x, 1) == 10); __sync_lock_release(&x); A(x == 0);
 A(__sync_add_and_fetch(&l, 5) == 5); A(__sync_fetch_and_nand(&l, 3) == 5); A(l == ~(5 & 3)); 
 int e = 0, d = 4; A(__atomic_compare_exchange_n(&x, &e, 6, 0, 5, 5)); e = 6; A(__atomic_compare_exchange(&x, &e, &d, 1, 4, 0)); A(x == 4);
 int r; __atomic_load(&x, &r, 2); A(r == 4); r = 8; __atomic_store(&x, &r, 3); A(x == 8); int o; __atomic_exchange(&x, &r, &o, 4); A(o == 8);
 __atomic_store_n(&p, arr, 5); A(__atomic_fetch_add(&p, 4, 5) == arr); A(p == arr + 1);
 A(!__atomic_test_and_set(&b, 5)); A(__atomic_test_and_set(&b, 2)); __atomic_clear(&b, 3); A(!b);
 A(__atomic_sub_fetch(&c, 1, 0) == 255); A(__atomic_nand_fetch(&c, 15, 0) == 0xf0); A(__atomic_fetch_nand(&c, 255, 0) == 0xf0); A(c == 15);
 A(__atomic_always_lock_free(sizeof(int), 0)); A(__atomic_is_lock_free(sizeof(int), &x)); __atomic_signal_fence(5); __atomic_thread_fence(4); __sync_synchronize();
 A(atomic_is_lock_free(&x));
 return 0; }
