// lp64: 9631228237744686165
// ilp32: 9631228237744686165
// Options:   --seed 20064 --no-argc --concise --max-funcs 2 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 5 --max-array-dim 3 --max-array-len-per-dim 4 --max-pointer-depth 3 --max-struct-fields 2 --no-volatiles
#include "csmith.h"


static long __undefined;



static int32_t g_2 = 0x8BBCA631L;
static int32_t g_5 = 0xDC4B4E12L;
static int64_t g_42 = 0x0BD2F23D37F4A1D2LL;
static uint64_t g_43[4][1] = {{0UL},{0UL},{0UL},{0UL}};
static uint32_t g_54 = 0x5ED761E7L;
static int32_t g_66 = 1L;
static uint16_t g_87[3] = {0x4A76L,0x4A76L,0x4A76L};
static int32_t g_88[4] = {0x29C5D079L,0x29C5D079L,0x29C5D079L,0x29C5D079L};
static int32_t g_90 = 1L;
static uint8_t g_91 = 248UL;
static int8_t *g_95 = (void*)0;
static int8_t **g_94 = &g_95;



static int64_t  func_1(void);
static int64_t  func_8(int32_t  p_9, int32_t  p_10);




static int64_t  func_1(void)
{ 
    int32_t l_23 = 0x3FAA32F3L;
    int32_t *l_65[2][1][1];
    int i, j, k;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
        {
            for (k = 0; k < 1; k++)
                l_65[i][j][k] = (void*)0;
        }
    }
    for (g_2 = 0; (g_2 == (-21)); --g_2)
    { 
        uint32_t l_24[1];
        int32_t *l_26 = &l_23;
        int32_t *l_27 = (void*)0;
        int32_t l_28[3];
        int32_t *l_29 = &l_23;
        int32_t *l_30 = &g_5;
        int32_t *l_31 = &l_28[1];
        int32_t *l_32 = (void*)0;
        int32_t *l_33 = &l_28[0];
        int32_t *l_34 = &g_5;
        int32_t *l_35 = &g_5;
        int32_t *l_36 = &l_23;
        int32_t *l_37 = &l_28[2];
        int32_t *l_38 = &l_28[2];
        int32_t *l_39 = &g_5;
        int32_t *l_40 = &l_23;
        int32_t *l_41[1];
        int i;
        for (i = 0; i < 1; i++)
            l_24[i] = 4294967294UL;
        for (i = 0; i < 3; i++)
            l_28[i] = 0L;
        for (i = 0; i < 1; i++)
            l_41[i] = &l_28[2];
        for (g_5 = 0; (g_5 < 3); ++g_5)
        { 
            const int32_t l_20 = 0L;
            int32_t *l_25 = &l_23;
            (*l_25) = (func_8((g_2 > (safe_add_func_int16_t_s_s(((safe_lshift_func_uint8_t_u_s((!(((safe_div_func_uint16_t_u_u((((safe_add_func_uint64_t_u_u((l_20 ^ (safe_mul_func_int16_t_s_s(0L, 65535UL))), l_23)) , l_23) != g_2), l_24[0])) , g_5) , g_5)), 0)) > l_24[0]), 0x30DFL))), g_2) | l_23);
        }
        ++g_43[2][0];
        g_54 &= ((-1L) && ((g_43[2][0] != (safe_lshift_func_uint16_t_u_s((safe_lshift_func_uint16_t_u_u((safe_lshift_func_uint8_t_u_u(g_43[2][0], 5)), 4)), 0))) & ((safe_lshift_func_uint16_t_u_u(0xC01DL, 12)) > g_5)));
        if ((*l_35))
            continue;
    }
    g_66 &= (g_5 = (safe_lshift_func_int16_t_s_s((&l_23 != (((!(!(safe_add_func_int8_t_s_s(g_2, l_23)))) < ((safe_sub_func_uint8_t_u_u(((safe_div_func_uint8_t_u_u((((void*)0 != &g_5) <= g_2), l_23)) && g_54), 0x45L)) | g_54)) , &g_2)), 10)));
    for (g_42 = 0; (g_42 <= 0); g_42 += 1)
    { 
        int16_t l_69 = 0x3BD6L;
        int32_t l_70 = 0x444FE378L;
        int8_t **l_97[4];
        int i;
        for (i = 0; i < 4; i++)
            l_97[i] = &g_95;
        l_70 &= (((void*)0 == &g_5) | ((safe_lshift_func_uint8_t_u_s(((g_2 , &l_23) != &g_2), g_42)) == l_69));
        for (g_5 = 0; (g_5 <= 0); g_5 += 1)
        { 
            int8_t l_85 = (-7L);
            int8_t *l_86 = &l_85;
            int32_t l_89 = 0xDD72F777L;
            g_87[0] |= ((safe_div_func_int32_t_s_s(((safe_unary_minus_func_uint64_t_u(((safe_div_func_uint32_t_u_u((((0x358B9E07L == (safe_lshift_func_int8_t_s_u((6UL > ((((safe_unary_minus_func_int16_t_s((safe_add_func_int16_t_s_s(((+g_2) > (safe_lshift_func_int8_t_s_s(((*l_86) = (~(l_70 , l_85))), g_43[2][0]))), 3L)))) == g_66) >= l_69) <= l_69)), l_69))) | 0x3FL) ^ g_42), g_54)) , 18446744073709551614UL))) > l_70), g_66)) == g_54);
            ++g_91;
            for (l_23 = 0; (l_23 <= 0); l_23 += 1)
            { 
                int8_t ***l_96[4] = {&g_94,&g_94,&g_94,&g_94};
                int i, j, k;
                if (l_69)
                    break;
                l_97[1] = (g_90 , g_94);
                if (g_88[1])
                    break;
            }
        }
    }
    return g_5;
}



static int64_t  func_8(int32_t  p_9, int32_t  p_10)
{ 
    return g_5;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_43[i][j], "g_43[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_54, "g_54", print_hash_value);
    transparent_crc(g_66, "g_66", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_87[i], "g_87[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_88[i], "g_88[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_90, "g_90", print_hash_value);
    transparent_crc(g_91, "g_91", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
