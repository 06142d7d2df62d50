// expect: safe unwind=2 rounds=2
// Wrapping, shifts, divisions and conversions of every width.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
unsigned char narrow = 250;
short medium;
unsigned long long wide;

void *work(void *unused)
{
    narrow += 10;
    medium = (short)(narrow << 13);
    wide = (unsigned long long)medium * 3;
    return 0;
}

int main(void)
{
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(narrow == 4);
    assert(medium == (short)0x8000);
    assert(wide == 0xfffffffffffe8000ULL);
    assert(-7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4);
    assert((n & 7) + (n & ~7) == n);
    assert(n % 4 < 4 && (unsigned)n / 2 < 0x80000000u);
    return 0;
}
