// expect: violation unwind=2 rounds=1
// The product is 391 only for the right inputs.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a > 1 && b > a);
    assert(a * b != 391);
    return 0;
}
