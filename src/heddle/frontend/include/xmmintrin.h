/* <xmmintrin.h> */
#include <immintrin.h>
