// GenMC's functions.
// observe: x
// outcomes: 2
#include <assert.h>
#include <genmc.h>
#include <stdlib.h>
atomic_int x;
void *_Atomic top;
void *adder(void *arg) {
    x++;
    return arg;
}
int main(void) {
    __VERIFIER_thread_t t = __VERIFIER_spawn(adder, &x);
    __VERIFIER_thread_t u = __VERIFIER_spawn_symmetric(adder, 0, t);
    assert(__VERIFIER_join(t) == &x);
    assert(__VERIFIER_join(u) == 0);
    top = &x;
    __VERIFIER_hp_t *hp = __VERIFIER_hp_alloc();
    assert(__VERIFIER_hp_protect(hp, &top) == &x);
    __VERIFIER_hp_free(hp);
    await_while (x != 2)
        ;
    int wanted = 2;
    __VERIFIER_final_write(top = 0);
    assert(__VERIFIER_CAS_helping_explicit(&x, &wanted, 2, memory_order_relaxed, memory_order_relaxed));
}
