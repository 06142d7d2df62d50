// lp64: 18390898293556278384
// ilp32: 18390898293556278384
// Options:   --seed 20102 --no-argc --concise --max-funcs 4 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 4 --max-pointer-depth 3 --max-struct-fields 8 --fixed-struct-fields
#include "csmith.h"


static long __undefined;


union U1 {
   unsigned f0 : 1;
};


static int16_t g_2[1] = {0x38C0L};
static uint32_t g_4 = 0xD744D028L;
static int32_t g_22[4] = {0xBC1B0FE2L,0xBC1B0FE2L,0xBC1B0FE2L,0xBC1B0FE2L};
static int64_t g_33 = 1L;
static int32_t *g_35 = &g_22[0];
static int32_t * volatile *g_34 = &g_35;
static union U1 g_41 = {0xE6290501L};
static const union U1 *g_40 = &g_41;
static const union U1 ** volatile g_42 = &g_40;
static uint8_t g_46 = 250UL;



static int32_t  func_1(void);
static int8_t  func_5(uint64_t  p_6, uint32_t * const  p_7, uint32_t * p_8);
static const union U1 * func_12(uint32_t * p_13, uint64_t  p_14, int16_t  p_15, uint32_t * p_16, uint32_t * p_17);
static uint32_t * func_18(int32_t  p_19);




static int32_t  func_1(void)
{ 
    uint32_t *l_3 = &g_4;
    uint32_t *l_9 = &g_4;
    uint16_t l_44[2][1];
    uint16_t *l_45[3];
    int i, j;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
            l_44[i][j] = 0x5021L;
    }
    for (i = 0; i < 3; i++)
        l_45[i] = &l_44[1][0];
    g_22[1] = ((g_46 = ((((*l_3) = g_2[0]) , func_5((((l_3 == l_9) == g_4) & g_4), &g_4, &g_4)) >= l_44[1][0])) , l_44[1][0]);
    return g_33;
}



static int8_t  func_5(uint64_t  p_6, uint32_t * const  p_7, uint32_t * p_8)
{ 
    int32_t l_43[3];
    int i;
    for (i = 0; i < 3; i++)
        l_43[i] = 0x7285EB11L;
    for (g_4 = 19; (g_4 > 26); g_4 = safe_add_func_uint16_t_u_u(g_4, 6))
    { 
        uint16_t l_20 = 0x8E04L;
        (*g_42) = func_12(func_18(l_20), g_4, l_20, p_8, &g_4);
        (**g_34) ^= 0xE32D400DL;
        return l_43[2];
    }
    return p_6;
}



static const union U1 * func_12(uint32_t * p_13, uint64_t  p_14, int16_t  p_15, uint32_t * p_16, uint32_t * p_17)
{ 
    int32_t * volatile **l_36 = &g_34;
    (*l_36) = g_34;
    for (p_15 = 4; (p_15 > (-20)); p_15 = safe_sub_func_uint16_t_u_u(p_15, 8))
    { 
        int32_t *l_39 = &g_22[1];
        (*g_34) = l_39;
    }
    return g_40;
}



static uint32_t * func_18(int32_t  p_19)
{ 
    int32_t *l_21 = &g_22[1];
    int32_t *l_23 = (void*)0;
    int32_t *l_24[4] = {&g_22[1],&g_22[1],&g_22[1],&g_22[1]};
    uint16_t l_25 = 9UL;
    int64_t *l_32[3][3] = {{&g_33,&g_33,&g_33},{&g_33,&g_33,&g_33},{&g_33,&g_33,&g_33}};
    int i, j;
    ++l_25;
    (*l_21) = (((*l_21) | ((g_33 = (safe_div_func_int16_t_s_s((safe_mul_func_int16_t_s_s(p_19, p_19)), p_19))) >= 0x819B16196426D5D5LL)) == p_19);
    return &g_4;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_2[i], "g_2[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_4, "g_4", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_22[i], "g_22[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_33, "g_33", print_hash_value);
    transparent_crc(g_41.f0, "g_41.f0", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
