#include <stdarg.h>
struct P { int x, y; }; struct B { long a, b, c; };
int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
int mixed(const char *f, ...) { va_list ap; int s = 0; va_start(ap, f); for (; *f; f++) switch (*f) { case 'i': s += va_arg(ap, int); break; case 'l': s += va_arg(ap, long); break; case 'q': s += va_arg(ap, long long); break; case 'p': s += *va_arg(ap, int *); break; case 's': { struct P p = va_arg(ap, struct P); s += p.x * p.y; break; } case 'b': s += va_arg(ap, struct B).c; break; case 'u': s += va_arg(ap, unsigned); break; } va_end(ap); return s; }
int vsum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
int indirect(int n, ...) { va_list ap, cp; va_start(ap, n); va_copy(cp, ap); int a = vsum(n, ap), b = vsum(n, cp); va_end(ap); va_end(cp); return a == b ? a : -1; }
int plus(int n, va_list *ap) { return n + va_arg(*ap, int); }
int byptr(int n, ...) { va_list ap; va_start(ap, n); int r = plus(1, &ap) + plus(2, &ap); va_end(ap); return r; }
int twice(int n, ...) { va_list ap; va_start(ap, n); int a = va_arg(ap, int); va_end(ap); va_start(ap, n); a += va_arg(ap, int); va_end(ap); return a; }
static int find(int key, ...) { va_list ap; va_start(ap, key); int v, pos = 0; while ((v = va_arg(ap, int)) != -1) { if (v == key) { va_end(ap); return pos; } pos++; } va_end(ap); return -1; }
int rec(int n, ...) { va_list ap; va_start(ap, n); int v = va_arg(ap, int); va_end(ap); return n ? v + rec(n - 1, v + 1) : v; }
struct P svar(int n, ...) { va_list ap; va_start(ap, n); struct P p; p.x = va_arg(ap, int); p.y = va_arg(ap, int); va_end(ap); return p; }
int (*fp)(int, ...) = sum;
int main(void) { int k = 7; A(sum(3, 1, 2, 3) == 6); A(sum(0) == 0); char c = 3; short s = 4; A(sum(2, c, s) == 7); A(mixed("ilqpsbu", 1, 2L, 3LL, &k, (struct P){2, 3}, (struct B){1, 2, 30}, 5u) == 1+2+3+7+6+30+5); A(indirect(4, 1, 2, 3, 4) == 10); A(byptr(0, 10, 20) == 33); A(twice(0, 6) == 12); A(find(5, 3, 4, 5, -1) == 2); A(find(9, 3, -1) == -1); A(rec(2, 1) == 6); A(svar(0, 3, 4).y == 4); A(fp(2, 5, 6) == 11); return 0; }
