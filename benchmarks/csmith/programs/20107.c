// lp64: 7331470753111346760
// ilp32: 7331470753111346760
// Options:   --seed 20107 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 3 --max-array-len-per-dim 2 --max-pointer-depth 1 --max-struct-fields 7 --no-arrays --no-jumps --inline-function --no-arg-unions --float --strict-float --builtins --disable-builtin-kinds x86
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static uint64_t g_14 = 0UL;
static uint64_t g_21 = 18446744073709551611UL;
static int32_t g_25 = 0x94E8FE75L;
static int32_t *g_26 = &g_25;
static volatile uint64_t g_40 = 18446744073709551615UL;
static int32_t g_46 = 0xA5A165F5L;
static uint32_t g_66 = 0xEBE66343L;
static float g_82 = 0xE.99E855p-11;
static float * volatile g_81 = &g_82;
static int64_t g_84 = (-10L);
static uint32_t *g_91 = &g_66;
static int32_t *g_94 = (void*)0;
static const int32_t *g_95 = (void*)0;



static int32_t  func_1(void);
static int32_t  func_4(uint32_t  p_5, uint64_t  p_6, float  p_7, int32_t  p_8);
static const int16_t  func_9(const uint8_t  p_10, uint8_t  p_11, uint32_t  p_12);




static int32_t  func_1(void)
{ 
    const int32_t l_13 = 9L;
    int32_t *l_85 = (void*)0;
    int32_t *l_86 = &g_46;
    (*l_86) = (safe_div_func_int32_t_s_s(func_4((65535UL & func_9(l_13, l_13, g_14)), g_25, g_25, g_25), g_84));
    if ((g_14 <= (0x33C5L && g_40)))
    { 
        uint32_t *l_89 = (void*)0;
        uint32_t *l_90 = &g_66;
        (*g_26) = func_4((*l_86), ((*l_90) = (safe_sub_func_uint64_t_u_u(0xF2865603B64E3176LL, g_21))), (*l_86), (*g_26));
        (*l_86) |= (*g_26);
        g_91 = l_90;
    }
    else
    { 
        float l_96 = 0x0.6p-1;
        float *l_97 = &g_82;
        (*l_86) &= (1L > (g_14 <= 0x48L));
        (*l_97) = ((safe_sub_func_float_f_f(((g_95 = (((l_85 = g_94) == (g_46 , l_86)) , (void*)0)) == &l_13), 0x6.9A7C88p-83)) <= l_96);
        return (*g_26);
    }
    return (*g_26);
}



static int32_t  func_4(uint32_t  p_5, uint64_t  p_6, float  p_7, int32_t  p_8)
{ 
    int32_t l_61 = 5L;
    int32_t *l_62 = (void*)0;
    int32_t *l_63 = &l_61;
    int32_t l_64 = (-5L);
    uint32_t *l_65 = &g_66;
    uint8_t l_69 = 0xBAL;
    uint64_t *l_78 = &g_21;
    float l_83 = 0x0.308336p-30;
    for (g_25 = 7; (g_25 <= 22); g_25 = safe_add_func_uint32_t_u_u(g_25, 7))
    { 
        int32_t *l_45 = &g_46;
        (*l_45) = p_8;
    }
    (*l_65) ^= (safe_div_func_int8_t_s_s((safe_mul_func_uint8_t_u_u((safe_sub_func_uint32_t_u_u((safe_add_func_uint8_t_u_u((g_46 || (safe_sub_func_uint32_t_u_u((safe_mul_func_uint16_t_u_u(((safe_mod_func_int16_t_s_s(((l_64 = ((*l_63) = l_61)) , g_46), 1L)) == (*g_26)), g_40)), 0x676492A4L))), p_5)), g_14)), 0x1AL)), g_21));
    for (g_25 = 0; (g_25 == 17); g_25 = safe_add_func_int64_t_s_s(g_25, 4))
    { 
        uint64_t l_79 = 0xAEFC518F82EA9177LL;
        uint16_t l_80 = 0x36EAL;
        l_69 |= 0x76DBD8D4L;
        (*g_81) = (safe_sub_func_float_f_f((safe_mul_func_float_f_f((safe_add_func_float_f_f((safe_div_func_float_f_f((((void*)0 != l_78) == l_79), l_79)), p_7)), g_14)), l_80));
    }
    return l_69;
}



static const int16_t  func_9(const uint8_t  p_10, uint8_t  p_11, uint32_t  p_12)
{ 
    uint16_t l_23 = 0x7F60L;
    int32_t *l_24 = &g_25;
    int32_t l_32 = (-6L);
    for (p_12 = 0; (p_12 < 48); p_12 = safe_add_func_uint32_t_u_u(p_12, 7))
    { 
        uint64_t *l_19 = &g_14;
        uint64_t *l_20 = &g_21;
        uint32_t *l_22 = (void*)0;
        int32_t *l_27 = &g_25;
        int32_t *l_28 = (void*)0;
        int32_t l_29 = 0x96753F3AL;
        int32_t *l_30 = &l_29;
        int32_t *l_31 = (void*)0;
        int32_t *l_33 = &l_32;
        int32_t *l_34 = &l_29;
        int32_t *l_35 = &l_32;
        int32_t *l_36 = &l_32;
        int32_t *l_37 = &l_32;
        int32_t *l_38 = (void*)0;
        int32_t *l_39 = &g_25;
        l_23 = (safe_mod_func_int8_t_s_s(((*l_20) |= ((*l_19) = g_14)), p_10));
        g_26 = l_24;
        --g_40;
    }
    return p_12;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_14, "g_14", print_hash_value);
    transparent_crc(g_21, "g_21", print_hash_value);
    transparent_crc(g_25, "g_25", print_hash_value);
    transparent_crc(g_40, "g_40", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_66, "g_66", print_hash_value);
    transparent_crc_bytes (&g_82, sizeof(g_82), "g_82", print_hash_value);
    transparent_crc(g_84, "g_84", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
