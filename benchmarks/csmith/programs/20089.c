// lp64: 8015989658819736444
// ilp32: 8015989658819736444
// Options:   --seed 20089 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 3 --max-expr-complexity 4 --max-array-dim 1 --max-array-len-per-dim 3 --max-pointer-depth 1 --max-struct-fields 4 --no-arrays --no-comma-operators --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static volatile int32_t g_2 = 1L;
static int32_t g_3 = 0x4E6D4F28L;
static int32_t g_12 = (-8L);
static int32_t *g_15 = &g_12;
static uint16_t g_32 = 65534UL;
static volatile uint64_t g_85 = 18446744073709551609UL;



static uint8_t  func_1(void);
static int32_t * const  func_6(int32_t * p_7);
static int32_t * func_8(uint8_t  p_9, int32_t * p_10);




static uint8_t  func_1(void)
{ 
    int8_t l_94 = 9L;
    for (g_3 = 0; (g_3 < 21); ++g_3)
    { 
        int32_t *l_11 = &g_12;
        int32_t *l_13 = &g_3;
        int32_t *l_93 = (void*)0;
        l_93 = func_6(func_8(((&g_3 == (l_11 = &g_3)) ^ 0xCC8959310C13FE66LL), l_13));
        (*l_93) &= (&g_2 == (void*)0);
        return (*l_13);
    }
    (*g_15) = (*g_15);
    return l_94;
}



static int32_t * const  func_6(int32_t * p_7)
{ 
    float l_20 = 0x9.0p-1;
    int32_t l_21 = 0xF40E13F5L;
    uint32_t l_26 = 18446744073709551615UL;
    int32_t l_39 = 1L;
    int32_t l_44 = (-4L);
    int32_t l_55 = 5L;
    float *l_92 = &l_20;
    (*g_15) |= (safe_lshift_func_int16_t_s_s(0xDDCAL, 7));
    if (((*g_15) = ((&g_3 != (void*)0) > (safe_rshift_func_int8_t_s_u(((0UL & l_21) == 4UL), g_2)))))
    { 
        int16_t l_22 = 0xCB6DL;
        int32_t *l_23 = &l_21;
        int32_t *l_24 = &l_21;
        int32_t *l_25 = (void*)0;
        --l_26;
    }
    else
    { 
        uint16_t *l_31 = &g_32;
        int32_t *l_33 = &l_21;
        int32_t *l_34 = &g_12;
        int32_t *l_35 = (void*)0;
        int32_t *l_36 = &g_12;
        int32_t *l_37 = &g_12;
        int32_t *l_38 = &l_21;
        int32_t *l_40 = &g_12;
        int32_t *l_41 = (void*)0;
        int32_t *l_42 = (void*)0;
        int32_t l_43 = 0x7520C256L;
        int32_t *l_45 = &g_12;
        int32_t *l_46 = &l_21;
        int32_t *l_47 = &g_12;
        int32_t *l_48 = &l_39;
        int32_t *l_49 = (void*)0;
        int32_t *l_50 = &l_43;
        int32_t *l_51 = &l_44;
        int32_t *l_52 = &g_12;
        int32_t *l_53 = &g_12;
        int32_t *l_54 = &l_21;
        int32_t *l_56 = &l_43;
        int32_t *l_57 = (void*)0;
        int32_t *l_58 = &l_39;
        int32_t *l_59 = &l_55;
        int32_t *l_60 = &l_21;
        int32_t *l_61 = &l_39;
        int32_t *l_62 = &l_44;
        int32_t *l_63 = &l_55;
        int32_t *l_64 = &l_21;
        int32_t *l_65 = &l_39;
        int32_t *l_66 = &l_43;
        int32_t *l_67 = &l_43;
        int32_t *l_68 = &l_43;
        int32_t *l_69 = &l_39;
        int32_t *l_70 = &l_44;
        int32_t *l_71 = &g_12;
        int32_t *l_72 = &g_12;
        int32_t *l_73 = (void*)0;
        int32_t *l_74 = &g_12;
        int32_t *l_75 = &l_43;
        int32_t *l_76 = &g_12;
        int32_t *l_77 = &l_44;
        int32_t *l_78 = &l_39;
        int32_t *l_79 = &l_44;
        int32_t *l_80 = (void*)0;
        int32_t *l_81 = &l_21;
        int32_t *l_82 = &l_55;
        int32_t *l_83 = (void*)0;
        int32_t *l_84 = (void*)0;
        (*g_15) = (((*g_15) > ((*l_33) = ((safe_lshift_func_uint16_t_u_s(((*l_31) ^= 0xA012L), (((*p_7) || l_26) < g_2))) && 0xFB65L))) && (-5L));
        l_33 = func_8((0x8D83F7CDL == (*l_33)), p_7);
        --g_85;
    }
    (*l_92) = ((safe_add_func_float_f_f((-0x1.Ap+1), ((safe_div_func_float_f_f(0x9.9p+1, l_55)) != g_12))) != g_2);
    return &g_12;
}



static int32_t * func_8(uint8_t  p_9, int32_t * p_10)
{ 
    int32_t * const l_14 = &g_12;
    g_15 = l_14;
    return p_10;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_85, "g_85", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
