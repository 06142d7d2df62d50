// lp64: 10807999191733913495
// ilp32: 10807999191733913495
// Options:   --seed 20022 --no-argc --concise --max-funcs 2 --max-block-depth 2 --max-block-size 4 --max-expr-complexity 6 --max-array-dim 3 --max-array-len-per-dim 4 --max-pointer-depth 3 --max-struct-fields 3 --builtins --disable-builtin-kinds x86
#include "csmith.h"


static long __undefined;


union U1 {
   uint64_t  f0;
};


static uint64_t g_6[2] = {4UL,4UL};
static uint16_t g_8[4][4][4] = {{{0x49C9L,0x0091L,0x0091L,0x49C9L},{0x0091L,0x49C9L,0x0091L,0x0091L},{0x49C9L,0x49C9L,1UL,0x49C9L},{0x49C9L,0x0091L,0x0091L,0x49C9L}},{{0x0091L,0x49C9L,0x0091L,0x0091L},{0x49C9L,0x49C9L,1UL,0x49C9L},{0x49C9L,0x0091L,0x0091L,0x49C9L},{0x0091L,0x49C9L,0x0091L,0x0091L}},{{0x49C9L,0x49C9L,1UL,0x49C9L},{0x49C9L,0x0091L,0x0091L,0x49C9L},{0x0091L,0x49C9L,0x0091L,0x0091L},{0x0091L,0x0091L,0x49C9L,0x0091L}},{{0x0091L,1UL,1UL,0x0091L},{1UL,0x0091L,1UL,1UL},{0x0091L,0x0091L,0x49C9L,0x0091L},{0x0091L,1UL,1UL,0x0091L}}};
static int32_t g_12 = 0x4F98CAFAL;
static int32_t * volatile g_11[3] = {&g_12,&g_12,&g_12};
static int32_t * volatile g_13 = &g_12;
static int32_t g_38[1] = {0xE0DA6F0BL};
static int32_t g_41 = 1L;
static int32_t * volatile g_52 = &g_12;
static int32_t *g_61 = (void*)0;
static int32_t ** volatile g_60 = &g_61;
static uint8_t g_70 = 1UL;



static uint32_t  func_1(void);
static uint32_t  func_2(uint32_t  p_3, uint16_t  p_4, uint64_t  p_5);




static uint32_t  func_1(void)
{ 
    uint16_t *l_7 = &g_8[1][0][1];
    int32_t l_15 = 0x8C38EC32L;
    int16_t l_18 = 0L;
    int32_t l_19 = (-3L);
    int32_t l_20 = 0x39200279L;
    int64_t l_21 = 2L;
    int32_t l_22 = 0x02046130L;
    int32_t l_23 = 0xD0E101EAL;
    int32_t l_24 = (-3L);
    int32_t l_25 = 0xFE686B7DL;
    int32_t l_26 = 0x5FA727FAL;
    int32_t l_27 = 0x0950CF10L;
    int32_t l_31 = 0x3C230913L;
    int32_t l_32[3][4][3] = {{{0L,(-2L),9L},{1L,(-2L),1L},{(-7L),0L,9L},{(-7L),(-7L),0L}},{{1L,0L,0L},{0L,(-2L),9L},{1L,(-2L),1L},{(-7L),0L,9L}},{{(-7L),(-7L),0L},{1L,0L,0L},{0L,(-2L),9L},{1L,(-2L),1L}}};
    uint64_t l_34 = 2UL;
    uint32_t l_37[1][4][1];
    uint32_t l_84 = 18446744073709551615UL;
    int i, j, k;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 4; j++)
        {
            for (k = 0; k < 1; k++)
                l_37[i][j][k] = 0UL;
        }
    }
    if ((func_2(g_6[1], ((*l_7) = g_6[1]), (safe_sub_func_int64_t_s_s((0UL < 0x30L), g_6[1]))) ^ l_15))
    { 
        int32_t *l_16 = &g_12;
        int32_t *l_17[2][4] = {{&l_15,&l_15,&g_12,&l_15},{&l_15,(void*)0,(void*)0,&l_15}};
        uint32_t l_28 = 4294967295UL;
        int32_t l_33 = 1L;
        int i, j;
        l_28--;
        --l_34;
        g_38[0] ^= (((g_8[1][0][1] , (func_2((g_6[1] , 4294967293UL), g_6[1], l_37[0][0][0]) , g_6[1])) , l_20) && l_22);
    }
    else
    { 
        uint16_t l_49 = 65535UL;
        int16_t l_50 = (-5L);
        int32_t *l_71 = &l_23;
        int32_t l_77[4] = {0x33E68E44L,0x33E68E44L,0x33E68E44L,0x33E68E44L};
        int32_t *l_78 = &l_77[2];
        int32_t *l_79 = (void*)0;
        int32_t *l_80 = (void*)0;
        int32_t *l_81 = &l_20;
        int32_t *l_82 = (void*)0;
        int32_t *l_83[1];
        int i;
        for (i = 0; i < 1; i++)
            l_83[i] = (void*)0;
        if (((safe_div_func_uint8_t_u_u(g_41, l_25)) ^ (l_50 = (safe_sub_func_int8_t_s_s(((safe_add_func_uint32_t_u_u(((g_8[0][0][0] = g_6[0]) & (((safe_lshift_func_uint8_t_u_s((+(g_38[0] > l_49)), l_49)) != 0x0330L) , l_27)), l_49)) | l_49), g_6[1])))))
        { 
            int32_t *l_51 = (void*)0;
            int64_t *l_53 = &l_21;
            int32_t *l_58 = (void*)0;
            int32_t *l_59 = &l_27;
            (*g_52) = (*g_13);
            (*l_59) = ((g_8[1][1][1] && (((*l_53) &= (-1L)) ^ (safe_add_func_uint16_t_u_u(((*l_7) = func_2(((safe_rshift_func_uint8_t_u_s(((((g_12 , l_19) >= ((*l_59) &= l_37[0][1][0])) == l_50) != 2UL), 1)) || (*g_13)), g_38[0], g_38[0])), l_18)))) || 1UL);
        }
        else
        { 
            int32_t l_66 = 2L;
            union U1 l_69 = {18446744073709551612UL};
            int32_t **l_72 = &l_71;
            (*g_60) = (g_6[1] , &l_23);
            (*g_61) = ((g_70 = func_2(func_2(g_6[0], (safe_lshift_func_int8_t_s_u((safe_mul_func_uint16_t_u_u((l_66 = 0x5155L), (0x0AC92BCF4DB29112LL || (safe_rshift_func_int16_t_s_s((l_69 , (-1L)), 4))))), l_69.f0)), g_38[0]), l_49, l_31)) | l_69.f0);
            (*l_72) = l_71;
        }
        for (l_25 = 0; (l_25 < (-14)); --l_25)
        { 
            (*g_13) = ((*l_71) = (safe_rshift_func_uint8_t_u_u((&g_11[2] != &g_11[2]), 6)));
        }
        l_84--;
    }
    return l_26;
}



static uint32_t  func_2(uint32_t  p_3, uint16_t  p_4, uint64_t  p_5)
{ 
    int32_t l_14 = 0x69A22DB7L;
    (*g_13) = g_8[1][0][1];
    return l_14;
}





int main (void)
{
    int i, j, k;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_6[i], "g_6[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 4; j++)
        {
            for (k = 0; k < 4; k++)
            {
                transparent_crc(g_8[i][j][k], "g_8[i][j][k]", print_hash_value);
                if (print_hash_value) printf("index = [%d][%d][%d]\n", i, j, k);

            }
        }
    }
    transparent_crc(g_12, "g_12", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_38[i], "g_38[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_41, "g_41", print_hash_value);
    transparent_crc(g_70, "g_70", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
