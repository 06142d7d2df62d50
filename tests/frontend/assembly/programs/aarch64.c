// What AArch64 instructions compute.
#include <stdint.h>
void __heddle_assert(int, const char *);
#define A(e) __heddle_assert(!!(e), #e)
static int add(int i, int *p) { unsigned long tmp; int r;
  asm volatile("// atomic_add\n prfm pstl1strm, %2\n1: ldxr %w0, %2\n add %w0, %w0, %w3\n stlxr %w1, %w0, %2\n cbnz %w1, 1b\n dmb ish" : "=&r"(r), "=&r"(tmp), "+Q"(*p) : "Ir"(i) : "memory"); return r; }
static long cas(long *p, long old, long new) { unsigned long tmp; long oldval;
  asm volatile("1: ldxr %0, %2\n eor %1, %0, %3\n cbnz %1, 2f\n stlxr %w1, %4, %2\n cbnz %w1, 1b\n dmb ish\n2:" : "=&r"(oldval), "=&r"(tmp), "+Q"(*p) : "Lr"(old), "r"(new) : "memory"); return oldval; }
static int casb(int *p, int old, int new) { int oldval, res;
  asm volatile("1: ldaxr %w1, [%2]\n mov %w0, #0\n cmp %w1, %w3\n b.ne 2f\n stlxr %w0, %w4, [%2]\n cbnz %w0, 1b\n2:" : "=&r"(res), "=&r"(oldval) : "r"(p), "r"(old), "r"(new) : "cc", "memory"); return oldval; }
static uint8_t xchg8(uint8_t *p, uint8_t n) { unsigned ret, tmp;
  asm volatile("1: ldxrb %w0, [%3]\n stlxrb %w1, %w2, [%3]\n cbnz %w1, 1b\n dmb ish" : "=&r"(ret), "=&r"(tmp) : "r"(n), "r"(p) : "memory"); return ret; }
static int weak(int *p, int n) { int s, o; asm volatile("ldxr %w1, [%2]\n stxr %w0, %w3, [%2]" : "=&r"(s), "=&r"(o) : "r"(p), "r"(n) : "memory"); return s; }
static long ldadd(long *p, long v) { long o; asm volatile("ldaddal %1, %0, %2" : "=r"(o), "+r"(v), "+Q"(*p) :: "memory"); return o; }
static int lse(int *p) { int o;
  asm volatile("stset %w1, %0" : "+Q"(*p) : "r"(0xf0)); asm volatile("stclr %w1, [%0]" :: "r"(p), "r"(0x10) : "memory");
  asm volatile("ldeora %w1, %w0, [%2]" : "=r"(o) : "r"(3), "r"(p) : "memory"); asm volatile("swpl %w1, %w0, [%2]" : "=r"(o) : "r"(77), "r"(p) : "memory"); return o; }
static int casal(int *p, int o, int n) { asm volatile("casal %w[o], %w[n], %[v]" : [o] "+r"(o), [v] "+Q"(*p) : [n] "r"(n) : "memory"); return o; }
static int ldst(int *p) { int r; asm volatile("stlr %w1, %0" : "=Q"(*p) : "r"(5) : "memory"); asm volatile("ldar %w0, [%1]" : "=r"(r) : "r"(p) : "memory"); return r; }
static int lock_ticket(unsigned *lock) { unsigned lockval, newval, tmp;
  asm volatile("	prfm	pstl1strm, %3\n1:	ldaxr	%w0, %3\n	add	%w1, %w0, %w5\n	stxr	%w2, %w1, %3\n	cbnz	%w2, 1b\n"
   "	eor	%w1, %w0, %w0, ror #16\n	cbz	%w1, 3f\n	sevl\n2:	wfe\n	ldaxrh	%w2, %4\n	eor	%w1, %w2, %w0, lsr #16\n	cbnz	%w1, 2b\n3:"
   : "=&r"(lockval), "=&r"(newval), "=&r"(tmp), "+Q"(*lock) : "Q"(*(unsigned short *)lock), "I"(1 << 16) : "memory"); return lockval; }
static int choose(int a, int b) { int r; asm("cmp %w1, %w2\n csel %w0, %w1, %w2, gt" : "=r"(r) : "r"(a), "r"(b) : "cc"); return r; }
static int flags(unsigned a, unsigned b) { int r, s, t, u; asm("subs wzr, %w4, %w5\n cset %w0, hi\n cset %w1, lt\n cset %w2, cs\n cset %w3, vs" : "=&r"(r), "=&r"(s), "=&r"(t), "=&r"(u) : "r"(a), "r"(b) : "cc"); return r | s << 1 | t << 2 | u << 3; }
struct two { long a, b; };
static int add_unless(int *p, int a, int u) { int c, t; 
  asm volatile("1: ldaxr %w0, [%2]\n cmp %w0, %w4\n beq 2f\n add %w1, %w0, %w3\n stlxr %w1, %w1, [%2]\n cbnz %w1, 1b\n2:" : "=&r"(c), "=&r"(t) : "r"(p), "r"(a), "r"(u) : "memory", "cc"); return c; }
int main(void) { int x = 5; long l = 7; uint8_t b = 3;
  A(add(3, &x) == 8 && x == 8); A(cas(&l, 7, -1) == 7 && l == -1); A(cas(&l, 7, 4) == -1 && l == -1); A(casb(&x, 8, 9) == 8 && x == 9); A(casb(&x, 8, 1) == 9 && x == 9);
  A(xchg8(&b, 200) == 3 && b == 200); int s = weak(&x, 20); A(s ? s == 1 && x == 9 : x == 20); x = 4; A(ldadd(&l, 5) == -1 && l == 4);
  A(lse(&x) == (((4 | 0xf0) & ~0x10) ^ 3) && x == 77); A(casal(&x, 77, 1) == 77 && x == 1); A(casal(&x, 77, 2) == 1 && x == 1); A(ldst(&x) == 5);
  unsigned t = 0x00030003; A(lock_ticket(&t) == 0x30003 && t == 0x40003); A(choose(3, -4) == 3 && choose(-7, 2) == 2);
  A(flags(3, 5) == 2); A(flags(5, 3) == 5); A(flags(0x80000000, 1) == (1 | 2 | 4 | 8)); A(flags(4, 4) == 4);
  x = 6; A(add_unless(&x, 2, 0) == 6 && x == 8); A(add_unless(&x, 2, 8) == 8 && x == 8);
  return 0; }
