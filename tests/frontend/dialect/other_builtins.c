#include <stddef.h>
#include <string.h>
struct S { int a; struct { char b[4]; int c; } in[3]; }; int n = 3; typedef int T;
int main(void) { A(__builtin_constant_p(3) && !__builtin_constant_p(n)); A(__builtin_choose_expr(1, 5, "x") == 5); A(__builtin_choose_expr(sizeof(int) == 2, (void)0, 7) == 7); A(__builtin_types_compatible_p(int, T) && !__builtin_types_compatible_p(int, long) && __builtin_types_compatible_p(typeof(n), int));
 A(offsetof(struct S, in) == 4); A(__builtin_offsetof(struct S, in[1].c) == 4 + 8 + 4); A(offsetof(struct S, in[n - 1].b) == 4 + 16);
 __builtin_prefetch(&n); __builtin_prefetch(&n, 1, 3); if (n == 4) __builtin_trap(); if (n == 5) __builtin_unreachable(); 
 char *p = __builtin_alloca(8); p[7] = 1; char *q = __builtin_alloca_with_align(16, 64); q[15] = 2; A(q[15] == 2);
 __builtin_memset(p, 0, 8); A(p[7] == 0); __builtin_memcpy(p, "abc", 4); A(__builtin_strlen(p) == 3); A(__builtin_memcmp(p, "abd", 3) < 0); A(!__builtin_strcmp(p, "abc")); A(__builtin_strchr(p, 'b') == p + 1); __builtin_strcpy(p, "zz"); A(p[2] == 0); __builtin_memmove(p + 1, p, 2); A(p[2] == 'z'); A(__builtin_strncmp(p, "zzq", 2) == 0);
 A(__builtin_abs(-4) == 4 && __builtin_labs(-5L) == 5 && __builtin_llabs(-6LL) == 6); int *a = __builtin_assume_aligned(&n, 4); A(*a == 3); A(__builtin_expect(n == 3, 1)); A(__builtin_expect_with_probability(n, 3, 0.9) == 3); long lg = __builtin_object_size(p, 0); (void)lg; A(__builtin_LINE() > 5); A(__builtin_FUNCTION()[0] == 'm'); A(__builtin_FILE() != 0);
 char buf[16]; A(__builtin_object_size(buf, 0) == 16); A(__builtin_isdigit('3')); A(__builtin_ffs(4) == 3); __builtin_mempcpy(buf, "hi", 3); A(buf[1] == 'i'); A(__builtin_classify_type(n) == 1); return 0; }
