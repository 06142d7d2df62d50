#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
int main(void) { __builtin_ia32_pause(); _mm_pause(); __builtin_ia32_mfence(); __builtin_ia32_sfence(); __builtin_ia32_lfence(); _mm_mfence(); _mm_sfence(); _mm_lfence(); return 0; }
#endif
