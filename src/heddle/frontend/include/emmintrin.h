/* <emmintrin.h> */
#include <immintrin.h>
