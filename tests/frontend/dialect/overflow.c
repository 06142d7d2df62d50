int i = 2147483647; unsigned u = 4000000000u; long long ll = 9223372036854775807LL; 
int main(void) { int r; unsigned ur; long lr; long long llr; unsigned long ulr; unsigned long long ullr; signed char c; _Bool b;
 A(__builtin_sadd_overflow(i, 1, &r)); A(!__builtin_ssub_overflow(i, 1, &r) && r == 2147483646); A(__builtin_smul_overflow(i, 2, &r) && r == -2); A(__builtin_uadd_overflow(u, u, &ur)); A(__builtin_usub_overflow(1u, 2u, &ur) && ur == 0xffffffffu); A(__builtin_umul_overflow(u, 2, &ur));
 A(__builtin_saddll_overflow(ll, 1, &llr)); A(!__builtin_saddl_overflow(1, 2, &lr) && lr == 3); A(!__builtin_uaddl_overflow(1, 2, &ulr)); A(__builtin_umulll_overflow(1ULL << 63, 2, &ullr) && ullr == 0);
 A(__builtin_add_overflow(100, 100, &c) && c == -56); A(!__builtin_mul_overflow(-4, 5, &c) && c == -20); A(__builtin_sub_overflow(0u, 1, &ullr)); A(!__builtin_sub_overflow(0u, 1, &llr) && llr == -1);
 return 0; }
