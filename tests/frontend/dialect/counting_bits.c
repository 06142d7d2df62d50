// lp64 only
#include <stdint.h>
unsigned u = 0x00f0; int main(void) { unsigned long ul = 0xf000000000UL; unsigned long long ull = 1ULL << 63;
 A(__builtin_clz(u) == 24 && __builtin_clzl(ul) == 24 && __builtin_clzll(ull) == 0); A(__builtin_ctz(u) == 4 && __builtin_ctzl(ul) == 36 && __builtin_ctzll(ull) == 63);
 A(__builtin_popcount(u) == 4 && __builtin_popcountl(ul) == 4 && __builtin_popcountll(ull) == 1); A(__builtin_ffs(u) == 5 && __builtin_ffsl(ul) == 37 && __builtin_ffsll(ull) == 64 && __builtin_ffsll(0) == 0);
 A(__builtin_parity(7) == 1 && __builtin_parityl(3) == 0 && __builtin_parityll(ull) == 1); A(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30 && __builtin_clrsbl(1) == 62 && __builtin_clrsbll(-2) == 62);
 A(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(u) == 0xf0000000u && __builtin_bswap64(0x0102030405060708ULL) == 0x0807060504030201ULL);
 __uint128_t w = __builtin_bswap128((__uint128_t)1); A((uint64_t)(w >> 64) == 1ULL << 56);
 return 0; }
