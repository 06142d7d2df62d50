// lp64: 16402448944638345000
// ilp32: 16402448944638345000
// Options:   --seed 20026 --no-argc --concise --max-funcs 1 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 2 --max-array-dim 2 --max-array-len-per-dim 2 --max-pointer-depth 1 --max-struct-fields 4
#include "csmith.h"


static long __undefined;



static int32_t g_2 = 0x9841B3C6L;
static int8_t g_5[2] = {0xD1L,0xD1L};
static volatile int32_t g_6[1][1] = {{0x8F69F7FDL}};
static volatile int32_t g_7[2] = {(-2L),(-2L)};
static int32_t g_8[2][2] = {{0x2EAA29C1L,0x2EAA29C1L},{0x2EAA29C1L,0x2EAA29C1L}};
static int32_t g_9 = (-3L);



static uint8_t  func_1(void);




static uint8_t  func_1(void)
{ 
    uint16_t l_18 = 0x3439L;
    int32_t *l_23 = &g_8[0][0];
    int32_t *l_24[1][1];
    uint32_t l_25 = 0x1919B17CL;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_24[i][j] = (void*)0;
    }
    for (g_2 = (-16); (g_2 < 9); g_2 = safe_add_func_int8_t_s_s(g_2, 4))
    { 
        int32_t *l_10 = (void*)0;
        int32_t *l_11 = &g_8[0][0];
        int32_t *l_12 = (void*)0;
        int32_t *l_13 = (void*)0;
        int32_t *l_14 = &g_8[0][0];
        int32_t *l_15 = (void*)0;
        int32_t *l_16 = &g_8[0][0];
        int32_t *l_17[2][2] = {{&g_9,&g_9},{&g_9,&g_9}};
        int i, j;
        for (g_8[0][0] = 1; (g_8[0][0] >= 0); g_8[0][0] -= 1)
        { 
            for (g_9 = 1; (g_9 >= 0); g_9 -= 1)
            { 
                int i;
                if (g_5[g_9])
                    break;
            }
        }
        --l_18;
        return g_6[0][0];
    }
    for (g_2 = 0; (g_2 <= 1); g_2 += 1)
    { 
        int32_t *l_21[1];
        int32_t l_22[1][1];
        int i, j;
        for (i = 0; i < 1; i++)
            l_21[i] = &g_9;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 1; j++)
                l_22[i][j] = 1L;
        }
        g_8[1][1] |= g_7[g_2];
        if (l_18)
            break;
        return l_22[0][0];
    }
    ++l_25;
    return g_8[0][0];
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_5[i], "g_5[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_6[i][j], "g_6[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_7[i], "g_7[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_8[i][j], "g_8[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_9, "g_9", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
