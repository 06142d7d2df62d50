// What x86 instructions compute.  Compiled with -DNATIVE it runs on the machine itself.
#include <stdint.h>
#ifdef NATIVE
#include <stdio.h>
#include <stdlib.h>
#define A(e) do { if (!(e)) { printf("fails: %s\n", #e); exit(1); } } while (0)
#else
void __heddle_assert(int, const char *);
#define A(e) __heddle_assert(!!(e), #e)
#endif
static int fetch_add(volatile int *p, int v) {
  __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc"); return v; }
static int fetch_add2(int *p, int v) {
  int r; asm volatile("lock\n\txaddl %0, %1" : "=r"(r), "=m"(*p) : "0"(v), "m"(*p) : "memory"); return r; }
static int fetch_add3(int *p, int v) { asm volatile("lock xadd %0, (%1)" : "+r"(v) : "r"(p) : "memory"); return v; }
static unsigned char cas8(uint8_t *p, uint8_t o, uint8_t n) {
  unsigned char r; asm volatile("lock cmpxchgb %[n], %[m]\n\tsete %[r]" : [r] "=q"(r), [m] "+m"(*p), "+a"(o) : [n] "q"(n) : "memory"); return r; }
static int cas32(int *p, int o, int n) { int old;
  asm volatile("lock; cmpxchgl %2,%1" : "=a"(old), "+m"(*p) : "r"(n), "0"(o) : "memory"); return old; }
static _Bool casf(long *p, long *o, long n) { _Bool ok;
  asm volatile("lock cmpxchg %3,%0" : "+m"(*p), "+a"(*o), "=@ccz"(ok) : "r"(n) : "memory"); return ok; }
static void *xchgp(void **p, void *v) { asm volatile("xchg %0,%1" : "+r"(v), "+m"(*p) :: "memory"); return v; }
static int dec_and_test(int *p) { unsigned char c; asm volatile("lock; decl %0; sete %1" : "=m"(*p), "=qm"(c) : "m"(*p) : "memory"); return c != 0; }
static int add_negative(int i, int *p) { unsigned char c; asm volatile("lock addl %2,%0; sets %1" : "+m"(*p), "=qm"(c) : "ir"(i) : "memory"); return c; }
static int test_and_set_mask(long nr, volatile unsigned long *p) { int old;
  asm volatile("lock btsq %2,%1\n\tsbbl %0,%0" : "=&r"(old), "+m"(*p) : "Jr"(nr) : "memory"); return old; }
static int test_and_set_bit(long nr, volatile unsigned long *p) { unsigned char old;
  asm volatile("lock btsq %2,%1\n\tsetc %0" : "=q"(old), "+m"(*p) : "Jr"(nr) : "memory"); return old; }
static int test_and_clear_bit(long nr, volatile unsigned long *p) { _Bool old;
  asm volatile("lock btrq %2,%1" : "=@ccc"(old), "+m"(*p) : "r"(nr) : "memory"); return old; }
static int cmp(int a, int b) { int r = 0;
  asm("cmpl %2,%1\n\tjl 1f\n\tjg 2f\n\tjmp 3f\n1:\tmovl $-1,%0\n\tjmp 3f\n2:\tmovl $1,%0\n3:" : "+r"(r) : "r"(a), "r"(b) : "cc"); return r; }
static unsigned ucmp(unsigned a, unsigned b) { unsigned r = 7;
  asm("cmp %2,%1; cmovb %3,%0; cmova %4,%0" : "+&r"(r) : "r"(a), "r"(b), "r"(1), "r"(2) : "cc"); return r; }
static int flags(int a, int b) { unsigned char o, c, s, z, p; int r = a;
  asm("addl %6,%0; seto %1; setc %2; sets %3; setz %4; setp %5" : "+&r"(r), "=&q"(o), "=&q"(c), "=&q"(s), "=&q"(z), "=&q"(p) : "r"(b) : "cc");
  return o | c << 1 | s << 2 | z << 3 | p << 4; }
static int flagsub(int a, int b) { _Bool o, c, s, z, p, le, a_, ge; int r = a;
  asm("subl %9,%0" : "+r"(r), "=@cco"(o), "=@ccc"(c), "=@ccs"(s), "=@ccz"(z), "=@ccp"(p), "=@ccle"(le), "=@cca"(a_), "=@ccge"(ge) : "r"(b));
  return o | c << 1 | s << 2 | z << 3 | p << 4 | le << 5 | a_ << 6 | ge << 7; }
static int loopsum(int n) { int s = 0; asm("1:\n\taddl %1,%0\n\tdecl %1\n\tjnz 1b" : "+r"(s), "+r"(n) : : "cc"); return s; }
static uint64_t parts(uint32_t v) { uint64_t r = ~0ull; asm("movl %1,%k0; movb $0x12,%b0; movb $0x34,%h0" : "+Q"(r) : "r"(v)); return r; }
static long lea(long a, long b) { long r; asm("leaq 5(%1,%2,4),%0" : "=r"(r) : "r"(a), "r"(b)); return r; }
static int explicit_reg(int v) { int r; asm("movl %1,%%ecx; addl $2,%%ecx; movl %%ecx,%0" : "=&r"(r) : "r"(v) : "ecx", "cc"); return r; }
static int saved(int v) { int r; asm("pushq %%rbx; movl %1,%%ebx; addl %%ebx,%%ebx; movl %%ebx,%0; popq %%rbx" : "=&r"(r) : "r"(v) : "cc", "rcx"); return r; }
struct two { uint64_t lo, hi; } __attribute__((aligned(16)));
static _Bool cas16(struct two *p, struct two *o, struct two n) { _Bool ok;
  asm volatile("lock cmpxchg16b %1\n\tsetz %0" : "=q"(ok), "+m"(*p), "+a"(o->lo), "+d"(o->hi) : "b"(n.lo), "c"(n.hi) : "cc", "memory"); return ok; }
static _Bool cas8b(uint64_t *p, uint64_t *o, uint64_t n) { _Bool ok; uint32_t lo = *o, hi = *o >> 32;
  asm volatile("lock; cmpxchg8b (%5); setz %0" : "=q"(ok), "+a"(lo), "+d"(hi) : "b"((uint32_t)n), "c"((uint32_t)(n >> 32)), "r"(p) : "cc", "memory");
  *o = lo | (uint64_t)hi << 32; return ok; }
static int ext(signed char c) { int r; asm("movsbl %1,%0" : "=r"(r) : "q"(c)); return r; }
static unsigned zext(unsigned char c) { unsigned r; asm("movzbl %b1,%0" : "=r"(r) : "q"(c)); return r; }
static unsigned shifts(unsigned v) { asm("shll $3,%0; shrl %0; notl %0; negl %0" : "+r"(v) :: "cc"); return v; }
static int go(int v) { asm goto("testl %0,%0\n\tjne %l[yes]" : : "r"(v) : "cc" : yes); return 0; yes: return 1; }
static int att(int v) { asm("{addl %1,%0|add %0,%1}" : "+r"(v) : "r"(3)); return v; }
static int index_(int *a, long i) { int r; asm("movl 4(%1,%2,4),%0" : "=r"(r) : "r"(a), "r"(i) : "memory"); return r; }
static int keepv(int y) { int x; asm("" : "=r"(x) : "0"(y)); return x; }
static int spin(int *l) { asm volatile("1: lock decl %0\n\tjns 3f\n2: pause\n\tcmpl $0,%0\n\tjle 2b\n\tjmp 1b\n3:" : "+m"(*l) :: "memory"); return *l; }
static int named(void) { register int a asm("eax") = 4; register int b asm("edx") = 5; asm("addl %%edx,%%eax" : "+r"(a) : "r"(b)); return a; }
int main(void) {
  int x = 5; A(fetch_add(&x, 3) == 5 && x == 8); A(fetch_add2(&x, -2) == 8 && x == 6); A(fetch_add3(&x, 4) == 6 && x == 10);
  uint8_t b = 200; A(cas8(&b, 200, 7) == 1 && b == 7); A(cas8(&b, 200, 9) == 0 && b == 7);
  A(cas32(&x, 10, -4) == 10 && x == -4); A(cas32(&x, 10, 3) == -4 && x == -4);
  long l = 1l << 40, o = 3; A(!casf(&l, &o, 9) && o == 1l << 40); A(casf(&l, &o, -9) && l == -9);
  void *p = &x; A(xchgp(&p, &b) == &x && p == &b);
  x = 2; A(!dec_and_test(&x)); A(dec_and_test(&x)); A(x == 0); A(add_negative(-1, &x)); A(!add_negative(5, &x) && x == 4);
  unsigned long w[3] = {0}; A(!test_and_set_bit(3, w) && w[0] == 8); A(test_and_set_bit(3, w)); A(!test_and_set_bit(130, w) && w[2] == 4); A(test_and_clear_bit(130, w) && w[2] == 0); A(!test_and_clear_bit(64, w));
  A(!test_and_set_bit(-1, w + 1) && w[0] == (8 | 1ul << 63));
  A(test_and_set_mask(5, w) == 0 && test_and_set_mask(5, w) == -1);
  A(cmp(1, 2) == -1 && cmp(2, 1) == 1 && cmp(-1, 1) == -1 && cmp(3, 3) == 0); A(ucmp(1, 2) == 1 && ucmp(-1, 2) == 2 && ucmp(4, 4) == 7);
  int v[] = {0, 1, -1, 2, 127, 128, 255, 0x7fffffff, -0x7fffffff - 1, 77}, h = 0, k = 0;
  for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) { h = h * 31 + flags(v[i], v[j]); k = k * 37 + flagsub(v[i], v[j]); }
  A(h == -9431354); A(k == 697412666);
  A(loopsum(4) == 10); A(parts(0xaabbccdd) == 0xaabb3412); A(lea(10, 3) == 27); A(explicit_reg(4) == 6); A(saved(9) == 18);
  struct two t = {1, 2}, e = {1, 3}; A(!cas16(&t, &e, (struct two){7, 8}) && e.hi == 2 && t.lo == 1); A(cas16(&t, &e, (struct two){7, 8}) && t.lo == 7 && t.hi == 8);
  uint64_t q = 0x100000002ull, r = 4; A(!cas8b(&q, &r, 5) && r == q); A(cas8b(&q, &r, 0xffffffff00000007ull) && q == 0xffffffff00000007ull);
  A(ext(-3) == -3); A(zext(253) == 253); A(shifts(0xf0000005) == -(~(0x80000028 >> 1))); A(go(3) && !go(0)); A(att(4) == 7);
  int arr[] = {1, 2, 3, 4}; A(index_(arr, 1) == 3); A(keepv(6) == 6); x = 1; A(spin(&x) == 0); A(named() == 9);
  unsigned lo, hi; asm volatile("rdtsc" : "=a"(lo), "=d"(hi)); asm volatile("rep; nop" ::: "memory"); asm volatile("pause"); asm volatile("lfence\n sfence; mfence");
  asm volatile("lock; orl $0,(%%rsp)" ::: "memory", "cc");
  asm volatile("movl %1,%0" : "=m"(x) : "r"(42) : "memory"); A(x == 42); asm volatile("incl %0; notl %0" : "+m"(x)); A(x == ~43); asm volatile("movb $5,%0" : "+m"(x)); A(x == (~43 & ~255) + 5);
  return 0; }
