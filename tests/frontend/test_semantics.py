"""What lowered C computes: each program checks itself with assertions, run by the sequential machine."""

from __future__ import annotations

from typing import Any

import pytest

from .machine import Machine

PROGRAMS = {
    "arithmetic": """
        int main(void) {
            int a = 7, b = -3; unsigned u = 5; signed char c = -1; unsigned char uc = 255; short s = -300;
            A(a / b == -2); A(a % b == 1); A(-7 / 2 == -3); A(-7 % 2 == -1);
            A((u - 6) > 100); A(c == -1); A(uc == 255); A((unsigned char)(uc + 1) == 0); A(uc + 1 == 256);
            A((signed char)200 == -56); A(s >> 1 == -150); A((unsigned)c == 4294967295u); A(c < (int)u); A(!(c < u));
            A((1LL << 40) == 1099511627776LL); A((a & 5) == 5); A((a | 8) == 15); A((a ^ 1) == 6); A(~a == -8);
            unsigned long long big = ~0ULL; A(big / 2 == 0x7fffffffffffffffULL); A(a++ == 7 && a == 8); A(--a == 7);
            s += 1000; A(s == 700); uc += 10; A(uc == 9); c <<= 1; A(c == -2); u <<= 31; A(u == 0x80000000u); A(u >> 31 == 1);
            a = a > 3 ? b : 2; A(a == -3); A((a, 4) == 4); _Bool t = 17; A(t == 1); t--; A(t == 0); t = 0.0 < 1.0; A(t);
            __int128 w = (__int128)1 << 100; A((w >> 98) == 4);
            return 0; }""",
    "short circuit": """
        int n; int hit(int r) { n++; return r; }
        int main(void) {
            A(!(hit(0) && hit(1))); A(n == 1); A(hit(1) || hit(1)); A(n == 2); A(hit(1) && hit(2)); A(n == 4);
            int x = 0; A((x || n) == 1); A((n && x) == 0); A((hit(3) ?: hit(4)) == 3); A(n == 5); A((x ?: 9) == 9);
            int *p = 0; A(!(p && *p)); A(x == 0 || 5 / x == 1); return 0; }""",
    "control flow": """
        int classify(int x) { switch (x) { case 1: return 10; case 2: case 3: x = 5; break; case 10 ... 20: return 7;
                                           default: x = 0; } return x; }
        int main(void) {
            A(classify(1) == 10); A(classify(3) == 5); A(classify(15) == 7); A(classify(99) == 0); A(classify(20) == 7);
            int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 6) break; s += i; } A(s == 0+1+2+4+5);
            int i = 0; for (;;) { if (++i > 4) break; } A(i == 5); for (; i < 8;) i++; A(i == 8); for (i = 0; i < 3; ) i++;
            do i--; while (i > 0); A(i == 0); do { if (i == 0) break; A(0); } while (0); while (i < 4) i += 3; A(i == 6);
            do { i = 1; continue; } while (0); A(i == 1);
            goto in; A(0); in: i = 3; back: if (i-- > 0) goto back; A(i == -1);
            switch (2) { int k; case 1: k = 1; case 2: k = 2; case 3: k++; A(k == 3); }
            switch (7) { case 1: A(0); } int r = 0; switch (1) while (r < 3) { case 1: r++; } A(r == 3);
            return 0; }""",
    "pointers and arrays": """
        int g[4] = {1, 2, 3}; int m[2][3] = {{1, 2}, {4, 5, 6}}; int e[2][2] = {1, 2, 3};
        void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
        int sum(int a[], int n) { int s = 0; while (n--) s += *a++; return s; }
        int main(void) {
            int l[5] = {9, [3] = 4}; A(l[0] == 9 && l[1] == 0 && l[3] == 4 && l[4] == 0);
            A(g[3] == 0); A(m[1][2] == 6 && m[0][2] == 0); A(e[1][0] == 3 && e[1][1] == 0);
            int *p = g, *q = &g[3]; A(q - p == 3); A(p < q); A(*(p + 1) == 2); A(p[2] == 3); A(2[g] == 3); A(*p++ == 1 && *p == 2);
            swap(&g[0], &g[1]); A(g[0] == 2 && g[1] == 1); A(sum(g, 3) == 6); p = q; p -= 2; A(*p == 1); ++*p; A(g[1] == 2);
            char *s = "hey"; A(s[1] == 'e' && s[3] == 0); char a[] = "ab\\0c\\x41"; A(sizeof a == 6 && a[3] == 'c' && a[4] == 'A');
            char pad[4] = "x"; A(pad[0] == 'x' && pad[3] == 0); const char *names[] = {"one", "two"}; A(names[1][2] == 'o');
            int (*row)[3] = m; A(row[1][0] == 4); A(sizeof m / sizeof *m == 2); int n = 3; int v[n]; v[2] = 8; A(v[2] == 8);
            A(sizeof v == 3 * sizeof(int)); int **pp = &p; **pp = 77; A(g[1] == 77); A((char *)(p + 1) - (char *)p == 4);
            unsigned char i = 1; A(g[i] == 77); long d = -1; A(q[d] == 3); int z = *&n; A(z == 3); return 0; }""",
    "structs": """
        struct P { int x, y; }; struct L { struct P a, b; char name[4]; struct L *next; };
        union U { int i; unsigned char c[4]; struct { short lo, hi; }; };
        struct F { unsigned a : 3; int b : 5; unsigned c : 20; char d; unsigned e : 30; _Bool f : 1; };
        struct P make(int x, int y) { struct P p = {x, y}; return p; }
        struct P twice(struct P p) { p.x *= 2; p.y *= 2; return p; }
        struct L g = { .b = {3, 4}, .a.y = 7, .name = "ab", .next = &g }; struct F gf = {5, -3, 1000, 'x', 77, 1};
        struct P arr[] = { [1] = {5, 6}, {7}, [0].y = 2 };
        struct { int n; struct { int a; union { int b; char c; }; }; } anon = { 1, { 2, { 3 } } };
        int main(void) {
            A(g.a.x == 0 && g.a.y == 7 && g.b.x == 3 && g.b.y == 4 && g.name[1] == 'b' && g.next->b.y == 4);
            struct P p = make(1, 2), q; q = p; q.x = 9; A(p.x == 1 && q.x == 9 && q.y == 2); p = twice(q); A(p.x == 18 && q.x == 9);
            A(make(4, 5).y == 5); A(twice(make(1, 2)).x == 2); struct P *r = &p; r->y = 3; A(p.y == 3); (*r).y++; A(p.y == 4);
            A(arr[0].y == 2 && arr[1].x == 5 && arr[2].x == 7 && arr[2].y == 0 && sizeof arr == 24);
            union U u; u.i = 0x01020304; A(u.c[0] == 4 && u.c[3] == 1 && u.hi == 0x0102); u.lo = 0; A(u.i == 0x01020000);
            union U w = u; A(w.i == u.i); A(anon.b == 3 && anon.a == 2); anon.c = 4; A(anon.b == 4);
            struct F f; f.a = 9; f.b = -2; f.c = 0xFFFFF; f.d = 'q'; f.e = 5; f.f = 4; A(f.a == 1 && f.b == -2 && f.c == 0xFFFFF);
            A(f.d == 'q' && f.e == 5 && f.f == 1); f.b++; f.a += 8; f.c >>= 4; A(f.b == -1 && f.a == 1 && f.c == 0xFFFF);
            A(gf.a == 5 && gf.b == -3 && gf.c == 1000 && gf.d == 'x' && gf.e == 77 && gf.f == 1); A((f.a = 15) == 7);
            struct F h = { .c = 3, .a = 2 }; A(h.c == 3 && h.a == 2 && h.b == 0 && h.e == 0);
            A(((struct P){3, 4}).y == 4); struct P *lit = &(struct P){.y = 8}; A(lit->x == 0 && lit->y == 8);
            struct P c = 1 ? p : q; A(c.x == p.x); int k = 0; c = k ? p : q; A(c.x == 9); A((k ? p : q).y == 2);
            A(__builtin_offsetof(struct L, b.y) == 12); A(_Alignof(struct L) == sizeof(long)); struct L copy = g; A(copy.b.y == 4);
            A(({ int t = 3; t + 1; }) == 4); A(({ struct P t = {6, 7}; t; }).y == 7); struct P z = (k++, p); A(z.x == 18 && k == 1);
            struct P arr2[2] = { p, {1, 2} }; A(arr2[0].x == 18 && arr2[1].y == 2); typeof(p) tp = p; A(tp.y == 4); return 0; }""",
    "functions": """
        int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } static int calls;
        int (*table[2])(int, int) = { add, &sub }; int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
        void bump(void) { static int n = 5; calls = ++n; } typedef int (*op)(int, int); op pick(int w) { return w ? sub : add; }
        int old(a, b) int a; char b; { return a - b; } enum E { X, Y = 5, Z }; int apply(op f, int v) { return f ? f(v, 1) : (*add)(v, 2); }
        struct S { int (*f)(int, int); int v; }; int neg(_Bool b) { return b; }
        int main(void) {
            A(add(2, 3) == 5); A(table[1](2, 3) == -1); A((*table[0])(2, 3) == 5); A(fact(5) == 120); bump(); bump(); A(calls == 7);
            A(pick(1)(9, 4) == 5); A(old(5, 2) == 3); A(Z == 6); A(apply(0, 3) == 5 && apply(sub, 3) == 2);
            struct S s = { add, 3 }; A(s.f(s.v, 4) == 7); A(neg(256) == 1); A(undeclared(4) == 8); op f = add; A(f == add && f != sub);
            enum E e = Y; A(e == 5); A(sizeof(enum E) == 4); A(__func__[0] == 'm'); return 0; }
        int undeclared(int x) { return 2 * x; }""",
    "atomics": """
        _Atomic int a; int b = 5; _Atomic long l = 3; struct { _Atomic int x; } s;
        int main(void) {
            a = 3; A(a == 3); a += 4; A(a == 7); A(a++ == 7); A(++a == 9); a |= 16; A(a == 25); s.x -= 2; A(s.x == -2);
            A(__atomic_load_n(&b, 5) == 5); __atomic_store_n(&b, 6, 3); A(__atomic_fetch_add(&b, 2, 5) == 6);
            A(__atomic_add_fetch(&b, 2, 5) == 10); A(__atomic_exchange_n(&b, 1, 4) == 10); int e = 2, r;
            A(!__atomic_compare_exchange_n(&b, &e, 9, 0, 5, 5)); A(e == 1); A(__atomic_compare_exchange_n(&b, &e, 9, 0, 5, 5));
            A(b == 9 && e == 1); __atomic_load(&b, &r, 0); A(r == 9); r = 4; __atomic_store(&b, &r, 0); A(b == 4);
            A(__sync_fetch_and_add(&b, 3) == 4); A(__sync_sub_and_fetch(&b, 1) == 6); A(__sync_bool_compare_and_swap(&b, 6, 7));
            A(__sync_val_compare_and_swap(&b, 1, 2) == 7); A(__sync_lock_test_and_set(&b, 1) == 7); __sync_lock_release(&b); A(b == 0);
            A(__c11_atomic_fetch_or(&a, 6, 5) == 25); A(__c11_atomic_load(&a, 0) == 31); __sync_synchronize(); long old = l;
            A(__c11_atomic_compare_exchange_strong(&l, &old, 8, 5, 5)); A(l == 8); char flag = 0;
            A(!__atomic_test_and_set(&flag, 5)); A(__atomic_test_and_set(&flag, 5)); __atomic_clear(&flag, 5); A(!flag);
            __atomic_thread_fence(5); asm volatile("mfence" ::: "memory"); asm volatile("" ::: "memory"); return 0; }""",
    "builtins": """
        int main(void) {
            int r; A(!__builtin_add_overflow(3, 4, &r) && r == 7); A(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1);
            unsigned char c; A(__builtin_mul_overflow(16, 16, &c) && c == 0); A(!__builtin_sub_overflow(5u, 3u, &c) && c == 2);
            A(__builtin_bswap32(0x01020304) == 0x04030201); A(__builtin_expect(r, 0) == r); A(__builtin_popcount(0xF0) == 4);
            A(__builtin_ctz(8) == 3 && __builtin_clz(1) == 31 && __builtin_ffs(0) == 0); A(__builtin_constant_p(3)); char *p = __builtin_alloca(4);
            p[3] = 1; A(p[3] == 1); if (r == 12345) __builtin_unreachable(); A(_Generic(r, int: 1, long: 2) == 1);
            A(_Generic((char)1, int: 1, char: 2L) == 2); return 0; }""",
}
HEADER = "void __heddle_assert(int, const char *);\n#define A(e) __heddle_assert(!!(e), #e)\n"


@pytest.mark.parametrize("model", ["lp64", "ilp32"])
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_computes_what_c_says(program: Any, name: str, model: str) -> None:
    text = PROGRAMS[name]
    if model == "ilp32":
        text = text.replace("__int128 w = (__int128)1 << 100; A((w >> 98) == 4);", "")
    Machine(program(HEADER + text, data_model=model)).run()
