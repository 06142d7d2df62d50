// lp64: 14020755236384931078
// ilp32: 14020755236384931078
// Options:   --seed 20111 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 4 --max-pointer-depth 2 --max-struct-fields 4 --no-structs --float --strict-float --builtins --disable-builtin-kinds x86
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static volatile int32_t g_2 = 5L;
static volatile int32_t g_3[1][1] = {{0x464B5F5CL}};
static volatile int32_t g_4 = 0L;
static int32_t g_5 = (-7L);
static volatile int32_t g_8 = 0xBA1BF2B2L;
static volatile int32_t g_9 = 0L;
static volatile int32_t g_10 = 0x09CC25FAL;
static volatile int32_t g_11 = 0xF9D78659L;
static volatile int32_t g_12 = (-4L);
static volatile int32_t g_13 = (-6L);
static volatile int32_t g_14 = (-7L);
static volatile int32_t g_15[3][3] = {{(-1L),(-1L),(-1L)},{(-1L),(-1L),(-1L)},{(-1L),(-1L),(-1L)}};
static int32_t g_16[4][3] = {{0L,0L,0L},{(-6L),0L,(-6L)},{0L,0L,0L},{(-6L),0L,(-6L)}};
static volatile int32_t *g_20 = (void*)0;
static volatile int32_t ** volatile g_19 = &g_20;
static uint8_t g_23[1][1] = {{1UL}};



static int32_t  func_1(void);




static int32_t  func_1(void)
{ 
    float l_25 = (-0x3.8p-1);
    for (g_5 = 0; (g_5 != (-11)); g_5 = safe_sub_func_int8_t_s_s(g_5, 1))
    { 
        uint8_t *l_22 = &g_23[0][0];
        int32_t l_24 = 0x29855EECL;
        int32_t *l_26[2];
        int i;
        for (i = 0; i < 2; i++)
            l_26[i] = &l_24;
        for (g_16[2][0] = (-1); (g_16[2][0] >= (-3)); g_16[2][0]--)
        { 
            (*g_19) = &g_11;
        }
        g_15[2][2] = (+(((((((((*l_22) = 251UL) , &g_20) == (void*)0) < l_24) , 0xF2L) , l_24) || g_3[0][0]) > g_5));
    }
    return g_13;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_3[i][j], "g_3[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_8, "g_8", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_11, "g_11", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_14, "g_14", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_15[i][j], "g_15[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_16[i][j], "g_16[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_23[i][j], "g_23[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
