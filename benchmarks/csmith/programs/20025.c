// lp64: 6434191425508084710
// ilp32: 6434191425508084710
// Options:   --seed 20025 --no-argc --concise --max-funcs 3 --max-block-depth 3 --max-block-size 2 --max-expr-complexity 8 --max-array-dim 3 --max-array-len-per-dim 3 --max-pointer-depth 2 --max-struct-fields 2 --no-bitfields --fixed-struct-fields --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;


struct S0 {
   float  f0;
   int32_t  f1;
};


static uint32_t g_4 = 18446744073709551615UL;
static int16_t g_13 = 0x3D37L;
static int32_t g_24 = (-7L);
static int32_t *g_27[3][1] = {{&g_24},{&g_24},{&g_24}};
static struct S0 g_36 = {0xF.7CD3E5p-31,0L};
static int32_t *g_40[1][1][2] = {{{(void*)0,(void*)0}}};
static int32_t * const *g_39 = &g_40[0][0][0];
static int32_t ** volatile g_44[1][3] = {{&g_27[2][0],&g_27[2][0],&g_27[2][0]}};
static int32_t ** volatile g_45 = &g_40[0][0][0];
static int32_t g_55 = 0x5D0BC5DEL;
static int32_t ** volatile g_101 = &g_27[0][0];



static uint32_t  func_1(void);
static int32_t * func_2(int16_t  p_3);
static int16_t  func_19(int16_t * p_20, int16_t * p_21);




static uint32_t  func_1(void)
{ 
    int8_t l_105 = 1L;
    (*g_101) = func_2(g_4);
    return l_105;
}



static int32_t * func_2(int16_t  p_3)
{ 
    int16_t l_11[1][1][2];
    int16_t *l_12 = &g_13;
    int32_t l_14 = (-6L);
    int16_t **l_22 = &l_12;
    int32_t l_41 = 0xFC6A3F0BL;
    uint64_t l_46 = 0x1E73E4F9F0102089LL;
    int32_t l_57 = (-1L);
    int32_t *l_60 = &g_36.f1;
    int32_t *l_103 = &l_14;
    int32_t *l_104 = (void*)0;
    int i, j, k;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
        {
            for (k = 0; k < 2; k++)
                l_11[i][j][k] = 0x5872L;
        }
    }
    if (((safe_lshift_func_int16_t_s_u(p_3, ((safe_add_func_uint32_t_u_u((((safe_mod_func_uint8_t_u_u(((l_14 &= ((*l_12) &= l_11[0][0][1])) , (safe_lshift_func_uint8_t_u_u((safe_add_func_int8_t_s_s((func_19(((*l_22) = &l_11[0][0][1]), &g_13) <= (((safe_rshift_func_int16_t_s_s(((safe_rshift_func_int16_t_s_s((g_36 , (safe_div_func_uint64_t_u_u(0xFA1B4415E40C8830LL, p_3))), p_3)) & g_13), p_3)) , g_39) == (void*)0)), l_41)), g_36.f1))), g_36.f1)) , (-4L)) , g_24), p_3)) > 249UL))) , l_11[0][0][1]))
    { 
        int32_t *l_61 = (void*)0;
        int32_t l_99 = (-9L);
        for (l_41 = 0; (l_41 >= 0); l_41 -= 1)
        { 
            int8_t l_42 = 0x74L;
            int32_t *l_43 = &g_24;
            int32_t *l_54 = &g_55;
            int32_t *l_56 = &l_14;
            float l_97 = 0x0.A99849p+72;
            if (l_42)
            { 
                return l_43;
            }
            else
            { 
                (*g_45) = &l_14;
            }
            if (((l_46 ^ ((*l_60) ^= (((safe_mod_func_uint64_t_u_u((safe_mod_func_int16_t_s_s(0x81B9L, (l_57 = (safe_add_func_uint8_t_u_u(g_24, ((*l_56) = (!((*l_54) = l_41)))))))), ((**l_22) = p_3))) > ((safe_lshift_func_uint16_t_u_u((((l_60 != l_61) , p_3) >= p_3), 1)) <= g_4)) >= 0x916FF7DDL))) > 8UL))
            { 
                uint8_t l_77[3][3][1] = {{{0UL},{0x0FL},{0UL}},{{0x0FL},{0UL},{0x0FL}},{{0UL},{0x0FL},{0UL}}};
                float *l_78 = &g_36.f0;
                int32_t **l_79 = (void*)0;
                int32_t * const *l_80 = (void*)0;
                int i, j, k;
                (**l_22) = (((safe_mul_func_uint16_t_u_u((((safe_sub_func_uint32_t_u_u(((0xCE91L && (safe_unary_minus_func_uint16_t_u(((((l_79 = ((safe_sub_func_uint32_t_u_u(((*l_56) , (safe_mul_func_uint8_t_u_u(0UL, (((safe_mod_func_int64_t_s_s(g_24, (((*l_78) = (g_24 < (safe_mul_func_float_f_f(p_3, l_77[1][0][0])))) , p_3))) | (*l_60)) > l_77[2][2][0])))), (*l_56))) , &l_60)) == &l_61) ^ 0L) < p_3)))) != l_77[1][0][0]), (*l_60))) , &g_40[0][0][1]) == l_80), g_13)) , (-1L)) , p_3);
                (*l_60) = (((+((!p_3) ^ p_3)) , (&g_13 == (void*)0)) <= (safe_lshift_func_int8_t_s_s((safe_mod_func_uint32_t_u_u(0x168752EBL, p_3)), 3)));
            }
            else
            { 
                int8_t l_98 = 0L;
                int32_t l_100 = 0x12DD28D5L;
                (*l_43) = ((((safe_mod_func_uint8_t_u_u((safe_lshift_func_int16_t_s_u(((((0xB3L & (safe_div_func_uint8_t_u_u((g_24 ^ (9UL & (((((((*l_56) < ((&g_55 == l_56) >= ((safe_rshift_func_int16_t_s_s(p_3, l_98)) > (*l_56)))) && g_36.f1) | l_99) | 0xFFF44055L) ^ p_3) >= 5L))), p_3))) == g_4) , 0x78L) && l_100), 4)), 0x14L)) , p_3) < g_36.f1) ^ g_13);
                (*g_101) = &l_14;
            }
            for (l_46 = 0; (l_46 <= 0); l_46 += 1)
            { 
                if ((*l_60))
                    break;
            }
        }
    }
    else
    { 
        int32_t **l_102 = &l_60;
        (*l_102) = (void*)0;
    }
    return l_104;
}



static int16_t  func_19(int16_t * p_20, int16_t * p_21)
{ 
    int32_t *l_23 = &g_24;
    int32_t *l_26 = (void*)0;
    int32_t **l_25[1][2];
    int32_t l_28 = (-1L);
    uint8_t l_29 = 0xF0L;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
            l_25[i][j] = &l_26;
    }
    g_27[2][0] = (l_23 = l_23);
    ++l_29;
    return (*p_20);
}





int main (void)
{
    int i, j, k;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc_bytes (&g_36.f0, sizeof(g_36.f0), "g_36.f0", print_hash_value);
    transparent_crc(g_36.f1, "g_36.f1", print_hash_value);
    transparent_crc(g_55, "g_55", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
