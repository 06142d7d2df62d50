// lp64: 1807217141996997084
// ilp32: 1807217141996997084
// Options:   --seed 20034 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 5 --max-array-dim 3 --max-array-len-per-dim 6 --max-pointer-depth 2 --max-struct-fields 3 --no-arrays --no-bitfields --no-volatiles --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static int8_t g_2 = (-3L);
static int32_t g_4 = 0x76F5020FL;
static int64_t g_28 = 1L;
static uint16_t g_41 = 65535UL;
static uint32_t g_44 = 18446744073709551614UL;
static uint32_t g_63 = 4294967295UL;
static int64_t g_86 = 0xD4033E270BB1DCEDLL;
static int16_t g_89 = 0L;
static uint16_t g_93 = 0x1CAEL;
static uint32_t g_118 = 0x46375426L;
static int32_t g_123 = 0xCDCE3FF5L;
static uint32_t g_154 = 0xFF2F0833L;
static uint32_t g_169 = 0xED0E3492L;
static float g_171 = 0x8.6EA79Fp-45;
static int32_t g_186 = 0x62E968F5L;



static int64_t  func_1(void);
static float  func_57(uint32_t  p_58, int8_t  p_59);
static int32_t * const  func_100(int32_t  p_101, int8_t  p_102, int16_t  p_103, int64_t  p_104, int8_t  p_105);




static int64_t  func_1(void)
{ 
    int32_t *l_3 = &g_4;
    int32_t *l_5 = &g_4;
    int32_t *l_6 = (void*)0;
    int32_t *l_7 = &g_4;
    int32_t *l_8 = &g_4;
    int32_t *l_9 = &g_4;
    int32_t *l_10 = (void*)0;
    int32_t l_11 = 4L;
    int32_t *l_12 = &l_11;
    int32_t *l_13 = &g_4;
    int32_t *l_14 = &l_11;
    int32_t *l_15 = &g_4;
    int32_t *l_16 = &g_4;
    int32_t *l_17 = &g_4;
    int32_t *l_18 = (void*)0;
    int32_t *l_19 = &g_4;
    int32_t *l_20 = &l_11;
    int32_t l_21 = 6L;
    int32_t *l_22 = &g_4;
    int32_t *l_23 = (void*)0;
    int32_t *l_24 = &g_4;
    int32_t *l_25 = (void*)0;
    int32_t *l_26 = &l_21;
    int32_t l_27 = (-1L);
    int32_t *l_29 = &g_4;
    int32_t *l_30 = &l_21;
    int32_t l_31 = 8L;
    int32_t *l_32 = &l_21;
    int32_t *l_33 = &l_31;
    int32_t *l_34 = &l_11;
    int32_t *l_35 = &l_11;
    int32_t *l_36 = &l_31;
    int32_t *l_37 = &l_11;
    int32_t *l_38 = &l_31;
    int32_t *l_39 = &l_21;
    int32_t *l_40 = &g_4;
    float *l_170 = &g_171;
    uint32_t *l_172 = (void*)0;
    uint32_t *l_173 = (void*)0;
    uint32_t *l_174 = &g_169;
    uint32_t l_177 = 5UL;
    ++g_41;
    g_44--;
    (*l_174) = (safe_mul_func_int16_t_s_s(((((void*)0 != &l_31) ^ ((safe_add_func_float_f_f((safe_sub_func_float_f_f(((safe_add_func_float_f_f(((safe_mul_func_float_f_f(((((*l_170) = (func_57(g_44, g_4) > 0x1.1C7DC5p-15)) == g_44) >= 0x4.13ED76p-41), g_41)) >= g_89), 0x2.EFFCBCp-83)) > 0x8.7p+1), (*l_16))), g_4)) , g_154)) || (*l_29)), 0x5566L));
    (*l_170) = ((((safe_add_func_int64_t_s_s((((*l_174) = l_177) , g_4), (safe_mod_func_uint8_t_u_u((g_186 = (safe_mul_func_uint16_t_u_u((safe_div_func_uint16_t_u_u(g_4, (((*l_37) = (safe_lshift_func_int8_t_s_s((*l_37), 0))) , 0x0E36L))), g_28))), g_2)))) != 4294967294UL) , (*l_14)) < 0xB.06F5C0p-37);
    return g_63;
}



static float  func_57(uint32_t  p_58, int8_t  p_59)
{ 
    int16_t l_81 = 0L;
    int32_t l_90 = 0xF8F0B53CL;
    int32_t l_142 = 0x409D7FF7L;
    uint32_t *l_167 = &g_63;
    uint32_t *l_168 = &g_169;
    for (g_2 = 0; (g_2 == 27); ++g_2)
    { 
        uint32_t *l_62 = &g_63;
        int32_t *l_64 = &g_4;
        int32_t *l_65 = (void*)0;
        int32_t l_66 = 0xBD2E84CBL;
        int32_t *l_67 = (void*)0;
        int32_t *l_68 = &g_4;
        int32_t *l_69 = &l_66;
        int32_t *l_70 = &l_66;
        int32_t *l_71 = (void*)0;
        int32_t *l_72 = (void*)0;
        int32_t *l_73 = &g_4;
        int32_t *l_74 = (void*)0;
        int32_t *l_75 = &g_4;
        int32_t *l_76 = &l_66;
        int32_t *l_77 = &g_4;
        int32_t *l_78 = &l_66;
        int32_t *l_79 = &l_66;
        int32_t *l_80 = &g_4;
        int32_t *l_82 = &l_66;
        int32_t *l_83 = &g_4;
        int32_t *l_84 = &g_4;
        int32_t *l_85 = &g_4;
        int32_t *l_87 = &l_66;
        int32_t *l_88 = &g_4;
        int32_t *l_91 = (void*)0;
        int32_t *l_92 = &g_4;
        (*l_62) = p_58;
        g_93++;
    }
    for (l_81 = (-24); (l_81 <= 2); ++l_81)
    { 
        if (g_89)
            break;
    }
    for (g_28 = 0; (g_28 != (-26)); --g_28)
    { 
        int32_t *l_120 = &g_4;
        int32_t **l_119 = &l_120;
        int32_t *l_121 = (void*)0;
        int32_t *l_122 = &g_4;
        int32_t *l_124 = &l_90;
        int32_t *l_125 = (void*)0;
        int32_t l_126 = 0x0DD081FBL;
        int32_t *l_127 = &l_90;
        int32_t *l_128 = &l_90;
        int32_t *l_129 = &g_4;
        int32_t *l_130 = &g_4;
        int32_t *l_131 = &g_4;
        int32_t *l_132 = (void*)0;
        int32_t *l_133 = (void*)0;
        int32_t *l_134 = &l_90;
        int32_t *l_135 = (void*)0;
        int32_t *l_136 = &l_126;
        int32_t *l_137 = &l_90;
        int32_t *l_138 = &l_126;
        int32_t *l_139 = &l_126;
        int32_t *l_140 = &l_126;
        int32_t l_141 = 9L;
        int32_t *l_143 = &l_90;
        int32_t *l_144 = &g_4;
        int32_t *l_145 = &l_90;
        int32_t *l_146 = &l_142;
        int32_t *l_147 = &l_90;
        int32_t l_148 = (-3L);
        int32_t *l_149 = &l_90;
        int32_t *l_150 = &l_148;
        int32_t *l_151 = (void*)0;
        int32_t *l_152 = &l_126;
        int32_t *l_153 = &g_4;
        (*l_119) = func_100(p_59, g_93, g_93, (safe_mod_func_int16_t_s_s(0L, p_58)), g_93);
        g_154--;
    }
    (*l_168) |= (safe_sub_func_int64_t_s_s((safe_div_func_int8_t_s_s(1L, (safe_lshift_func_uint16_t_u_s(65531UL, 9)))), (safe_sub_func_int32_t_s_s((((((*l_167) = (safe_mod_func_int32_t_s_s((l_142 <= (0xB9L && 0x8BL)), g_63))) ^ 0x9AC8L) != p_59) >= l_90), g_28))));
    return g_63;
}



static int32_t * const  func_100(int32_t  p_101, int8_t  p_102, int16_t  p_103, int64_t  p_104, int8_t  p_105)
{ 
    uint8_t l_108 = 3UL;
    uint32_t *l_117 = &g_63;
    l_108 |= ((void*)0 != &p_101);
    g_118 |= (safe_add_func_int32_t_s_s((((safe_mul_func_uint8_t_u_u((safe_rshift_func_int8_t_s_s((1UL && (((l_117 != (void*)0) && (l_117 != &p_101)) < 0x04272420L)), 5)), g_63)) || g_4) ^ 1L), g_86));
    return l_117;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_28, "g_28", print_hash_value);
    transparent_crc(g_41, "g_41", print_hash_value);
    transparent_crc(g_44, "g_44", print_hash_value);
    transparent_crc(g_63, "g_63", print_hash_value);
    transparent_crc(g_86, "g_86", print_hash_value);
    transparent_crc(g_89, "g_89", print_hash_value);
    transparent_crc(g_93, "g_93", print_hash_value);
    transparent_crc(g_118, "g_118", print_hash_value);
    transparent_crc(g_123, "g_123", print_hash_value);
    transparent_crc(g_154, "g_154", print_hash_value);
    transparent_crc(g_169, "g_169", print_hash_value);
    transparent_crc_bytes (&g_171, sizeof(g_171), "g_171", print_hash_value);
    transparent_crc(g_186, "g_186", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
