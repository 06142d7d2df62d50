// Every way to fail is a violation.
// violations: 4
#include <assert.h>
void __VERIFIER_error(void), reach_error(void), __VERIFIER_assert(int);
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
    if (__VERIFIER_nondet_bool())
        __VERIFIER_error();
    if (__VERIFIER_nondet_bool())
        reach_error();
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(0);
    assert(__VERIFIER_nondet_bool());
}
