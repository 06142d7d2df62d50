// Assumptions cut, atomic blocks do not interleave, and an undeclared assert is still an assertion.
// observe: x
// outcomes: 3
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(), __VERIFIER_atomic_end();
extern _Bool __VERIFIER_nondet_bool(void);
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *), pthread_join(pthread_t, void **);
extern void __VERIFIER_assert(int), assume_abort_if_not(int);
int x;
void *other(void *unused) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return 0;
}
int main() {
    pthread_t t;
    _Bool choice = __VERIFIER_nondet_bool(), more = __VERIFIER_nondet_bool();
    __VERIFIER_assume(choice);
    assume_abort_if_not(!more);
    pthread_create(&t, 0, other, 0);
    __VERIFIER_atomic_begin();
    x += 2;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    __VERIFIER_assert(x == 3);
    assert(x == 3);
    return 0;
}
