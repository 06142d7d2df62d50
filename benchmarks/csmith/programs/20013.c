// lp64: 1094845942759876988
// ilp32: 1094845942759876988
// Options:   --seed 20013 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 5 --max-array-dim 1 --max-array-len-per-dim 3 --max-pointer-depth 1 --max-struct-fields 3 --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static uint32_t g_2[1] = {0xA8EAC8B1L};
static int32_t g_3 = 0xF833FCB5L;
static int32_t g_31 = 4L;
static float g_45 = 0x5.A258D3p-80;
static float * volatile g_44 = &g_45;
static int16_t g_56 = 0xDDCAL;
static int32_t g_57 = 1L;
static float g_58 = 0x7.Bp-1;
static int32_t *g_61 = &g_3;
static volatile float g_63 = (-0x5.7p+1);
static volatile float g_64 = (-0x4.Fp+1);
static uint8_t g_65 = 0x55L;
static int32_t *g_69 = &g_57;



static float  func_1(void);
static int64_t  func_8(int8_t  p_9, uint16_t  p_10, int32_t  p_11, uint8_t  p_12);




static float  func_1(void)
{ 
    float l_6 = (-0x3.0p+1);
    uint64_t l_7[1];
    uint32_t l_17 = 0xE76E5B14L;
    int32_t l_51[1];
    int32_t *l_68 = (void*)0;
    int i;
    for (i = 0; i < 1; i++)
        l_7[i] = 0x4210E164CAF14C90LL;
    for (i = 0; i < 1; i++)
        l_51[i] = 0xFFAD6770L;
    for (g_3 = 0; g_3 < 1; g_3 += 1)
    {
        g_2[g_3] = 0xF34FDA0EL;
    }
    if (((safe_mod_func_int32_t_s_s(l_7[0], g_3)) | func_8((safe_sub_func_uint64_t_u_u(((safe_mod_func_int8_t_s_s(g_2[0], g_3)) <= l_7[0]), g_2[0])), g_2[0], g_2[0], l_17)))
    { 
        uint64_t l_42 = 0UL;
        float *l_43 = &l_6;
        uint32_t *l_46 = &g_2[0];
        int32_t *l_50[1];
        uint32_t l_59 = 1UL;
        int i;
        for (i = 0; i < 1; i++)
            l_50[i] = &g_3;
        (*g_44) = ((*l_43) = ((safe_sub_func_float_f_f((((((safe_add_func_uint32_t_u_u((safe_div_func_int32_t_s_s(((safe_div_func_uint8_t_u_u(g_31, (safe_mul_func_int16_t_s_s(l_42, l_17)))) == g_31), 0xA0262B09L)), l_7[0])) && l_7[0]) , g_2[0]) && 0xBC97L) , l_42), g_3)) >= g_2[0]));
        if (l_42)
            goto lbl_47;
lbl_47:
        (*l_46) &= ((&l_17 != l_46) ^ (((g_3 , (((g_3 < 1L) < g_3) , l_42)) < 4UL) , 1UL));
        l_59 &= ((((l_42 | ((safe_div_func_int64_t_s_s((l_51[0] = (g_3 = g_31)), (safe_sub_func_uint64_t_u_u(l_17, (safe_sub_func_int64_t_s_s((g_57 = (g_56 = ((void*)0 == &g_31))), g_31)))))) > (-8L))) | g_2[0]) > 0x3301L) ^ g_31);
    }
    else
    { 
        int32_t * const l_60 = (void*)0;
        int32_t *l_62[3];
        int i;
        for (i = 0; i < 3; i++)
            l_62[i] = &g_3;
        g_61 = l_60;
        ++g_65;
        g_69 = l_68;
        l_68 = l_62[0];
    }
    return (*g_44);
}



static int64_t  func_8(int8_t  p_9, uint16_t  p_10, int32_t  p_11, uint8_t  p_12)
{ 
    int64_t l_28[3];
    uint32_t l_29 = 0x209A488DL;
    int i;
    for (i = 0; i < 3; i++)
        l_28[i] = 0xD7C3B7C39C9D9403LL;
    for (p_12 = 0; (p_12 <= 0); p_12 += 1)
    { 
        uint32_t *l_30[1];
        int i;
        for (i = 0; i < 1; i++)
            l_30[i] = (void*)0;
        g_31 |= ((safe_rshift_func_int8_t_s_s((g_2[p_12] = (safe_sub_func_uint64_t_u_u((safe_mod_func_uint32_t_u_u((((safe_rshift_func_int8_t_s_u((((safe_rshift_func_uint16_t_u_u((((((g_2[p_12] , (g_2[0] , ((l_28[0] & g_2[p_12]) ^ l_29))) && p_12) >= g_2[0]) == g_2[p_12]) , 65533UL), p_12)) & g_2[p_12]) , p_9), 3)) , p_11) , 0x63B88216L), 0x694A2199L)), 18446744073709551615UL))), 5)) , g_2[0]);
        return g_2[p_12];
    }
    return g_2[0];
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
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_31, "g_31", print_hash_value);
    transparent_crc_bytes (&g_45, sizeof(g_45), "g_45", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_57, "g_57", print_hash_value);
    transparent_crc_bytes (&g_58, sizeof(g_58), "g_58", print_hash_value);
    transparent_crc_bytes (&g_63, sizeof(g_63), "g_63", print_hash_value);
    transparent_crc_bytes (&g_64, sizeof(g_64), "g_64", print_hash_value);
    transparent_crc(g_65, "g_65", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
