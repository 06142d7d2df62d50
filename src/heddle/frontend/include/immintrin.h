/* <immintrin.h>: the fences and the pause hint of x86, which are all that concurrent code needs from it. */
#ifndef HEDDLE_IMMINTRIN_H
#define HEDDLE_IMMINTRIN_H
#include <heddle.h>
#define _mm_mfence() __heddle_fence("full")
#define _mm_sfence() __heddle_fence("store")
#define _mm_lfence() __heddle_fence("load")
#define _mm_pause() ((void)0)
#endif
