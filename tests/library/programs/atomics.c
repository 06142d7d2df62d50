// The generic functions of <stdatomic.h>.
// observe: total
// outcomes: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int total = ATOMIC_VAR_INIT(0);
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic(int *) pointer;
void *adder(void *unused) {
    atomic_fetch_add_explicit(&total, 1, memory_order_relaxed);
    return 0;
}
int main(void) {
    pthread_t t;
    int expected = 5, cell = 8;
    atomic_uint x;
    atomic_init(&x, 5);
    assert(!atomic_compare_exchange_strong(&x, &(unsigned){4}, 6));
    assert(atomic_compare_exchange_strong(&x, (unsigned *)&expected, 6) && atomic_load(&x) == 6);
    assert(atomic_exchange(&x, 12) == 6 && atomic_fetch_sub(&x, 2) == 12);
    assert(atomic_fetch_or(&x, 5) == 10 && atomic_fetch_and(&x, 7) == 15 && atomic_fetch_xor(&x, 1) == 7 && x == 6);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    atomic_store(&pointer, &cell);
    assert(*atomic_load_explicit(&pointer, memory_order_acquire) == 8);
    pthread_create(&t, 0, adder, 0);
    total += 2;
    atomic_thread_fence(memory_order_seq_cst);
    pthread_join(t, 0);
}
