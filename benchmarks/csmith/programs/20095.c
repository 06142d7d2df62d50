// lp64: 8369230840336569190
// ilp32: 8369230840336569190
// Options:   --seed 20095 --no-argc --concise --max-funcs 4 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 7 --max-array-dim 1 --max-array-len-per-dim 5 --max-pointer-depth 1 --max-struct-fields 7 --no-arrays --no-packed-struct --no-pointers --no-consts --no-divs
#include "csmith.h"


static long __undefined;



static int32_t g_2 = (-1L);
static uint32_t g_24 = 0xF4E26C12L;
static int32_t g_53 = (-1L);
static int32_t g_55 = 0xFCACAF8AL;
static int32_t g_56 = (-1L);
static int8_t g_57 = (-1L);
static uint64_t g_77 = 0x68CB34FF331764C7LL;
static uint32_t g_99 = 0xF56F3C4EL;
static int32_t g_117 = (-4L);
static volatile int32_t g_138 = (-1L);
static uint32_t g_139 = 0x9DA389B2L;
static uint32_t g_155 = 2UL;
static uint32_t g_168 = 4UL;
static uint64_t g_197 = 0xA4FBDCD36C676571LL;



static uint32_t  func_1(void);
static int32_t  func_9(int16_t  p_10, uint32_t  p_11, int16_t  p_12, uint64_t  p_13);
static int8_t  func_21(uint8_t  p_22, int32_t  p_23);
static int32_t  func_31(uint16_t  p_32, int32_t  p_33);




static uint32_t  func_1(void)
{ 
    uint32_t l_6 = 0xE31D8329L;
    int32_t l_137 = 0xD6ACBD7FL;
    int16_t l_140 = 3L;
    int32_t l_141 = 0x02534006L;
    int64_t l_167 = 0L;
    uint8_t l_169 = 0x32L;
    uint16_t l_170 = 65526UL;
    for (g_2 = 0; (g_2 != 27); g_2 = safe_add_func_uint16_t_u_u(g_2, 3))
    { 
        int32_t l_5 = (-9L);
        --l_6;
    }
    g_117 = func_9((safe_mod_func_int64_t_s_s(((safe_add_func_uint16_t_u_u(1UL, ((g_2 <= (safe_unary_minus_func_uint16_t_u(l_6))) & 0xF44CACFF8EE1D110LL))) == ((g_77 = (safe_mul_func_uint8_t_u_u(l_6, (g_57 = func_21((g_24 = g_2), l_6))))) > 0x8D4E572AL)), g_2)), l_6, l_6, g_2);
    if ((safe_rshift_func_int8_t_s_s((+(safe_add_func_int16_t_s_s((((safe_rshift_func_int16_t_s_u((safe_sub_func_int16_t_s_s(0x2F72L, g_53)), 1)) & (safe_lshift_func_int16_t_s_s((l_141 = (safe_mod_func_uint16_t_u_u((((((g_139 &= (safe_mod_func_int64_t_s_s((((safe_mul_func_int16_t_s_s((((safe_rshift_func_int16_t_s_s((g_77 , ((g_56 || ((l_137 = (((((l_6 & 0x4AB8L) && 0xB91DL) > 0x358544EDL) , l_6) | g_53)) == 255UL)) , 0xF0E1L)), 0)) & g_57) < 1UL), g_138)) > 0x62835DF1A5E6C361LL) != g_117), g_2))) & 255UL) , 65535UL) || 65535UL) >= l_140), 0xEB4CL))), 7))) | 0xE344L), g_99))), g_56)))
    { 
        uint8_t l_146 = 0UL;
        int32_t l_156 = 0x75F18E88L;
        l_156 |= (safe_add_func_int64_t_s_s((safe_add_func_int16_t_s_s(g_57, l_141)), (l_146 >= ((((g_155 ^= (safe_sub_func_int32_t_s_s(0xDCC552E4L, (safe_sub_func_uint32_t_u_u(((((safe_mul_func_int8_t_s_s(g_57, (safe_mul_func_uint16_t_u_u(g_24, l_6)))) >= g_24) && g_56) >= g_57), (-1L)))))) >= 1UL) , 0UL) < l_6))));
        l_156 = (safe_rshift_func_uint16_t_u_s((((safe_lshift_func_uint16_t_u_u(((safe_mod_func_int64_t_s_s((l_141 ^ (safe_mod_func_uint64_t_u_u(((safe_lshift_func_uint16_t_u_u((((7UL || (-1L)) < g_56) && g_77), ((l_169 ^= (g_168 = ((l_146 > l_167) == g_24))) & l_140))) || 18446744073709551615UL), l_6))), g_77)) , g_77), l_156)) ^ 18446744073709551615UL) & g_53), l_170));
        g_56 = (((g_139 = (safe_sub_func_int64_t_s_s(l_140, (l_141 ^= (safe_sub_func_int32_t_s_s(((g_24 , (safe_unary_minus_func_int8_t_s((safe_mod_func_int16_t_s_s(g_24, (((safe_sub_func_uint16_t_u_u(((((safe_sub_func_uint32_t_u_u(l_156, (safe_sub_func_uint8_t_u_u(((((safe_add_func_int16_t_s_s(((((safe_rshift_func_uint8_t_u_u(4UL, g_2)) , l_156) == 0x44ED8C63L) && 2UL), 0x57F9L)) , l_169) != g_117) , g_77), l_156)))) > 5UL) == l_170) ^ 0x0AF7C67EL), 65531UL)) < l_156) | l_170)))))) , 1L), g_24)))))) > l_169) && l_156);
    }
    else
    { 
        int64_t l_192 = (-7L);
        int32_t l_201 = (-2L);
        l_141 = (g_56 = (safe_sub_func_int64_t_s_s((safe_mul_func_int16_t_s_s(l_192, g_57)), (safe_add_func_int16_t_s_s((safe_sub_func_int8_t_s_s(g_77, (g_197 = 1L))), (((safe_unary_minus_func_int8_t_s((-6L))) ^ (safe_mod_func_uint8_t_u_u(g_99, 1L))) < 0xC74A2BADL))))));
        l_201 = g_168;
        g_138 = 0x537C3C24L;
        return g_99;
    }
    return l_169;
}



static int32_t  func_9(int16_t  p_10, uint32_t  p_11, int16_t  p_12, uint64_t  p_13)
{ 
    uint16_t l_78 = 0UL;
    int32_t l_83 = 0L;
    int32_t l_90 = 5L;
    int32_t l_91 = (-1L);
    int32_t l_92 = 0x427463D6L;
    int32_t l_93 = 0xBADE8EBFL;
    int32_t l_94 = 5L;
    int32_t l_95 = 0xFC26EAA6L;
    int32_t l_96 = (-1L);
    int32_t l_97 = (-6L);
    int32_t l_98 = 0xE8C6C5A5L;
    int16_t l_115 = 0L;
    uint64_t l_116 = 0x0F192DB62A355C28LL;
    --l_78;
    g_2 &= (safe_mod_func_int16_t_s_s(((p_11 | p_11) <= l_83), ((safe_mod_func_int8_t_s_s(p_11, (safe_lshift_func_uint16_t_u_u((safe_rshift_func_int16_t_s_u(((g_77 , p_13) | g_77), 8)), l_83)))) , 0xB1D3L)));
    ++g_99;
    l_97 &= (((l_92 |= p_12) & (((safe_add_func_uint64_t_u_u(((g_57 > g_99) >= (safe_unary_minus_func_int32_t_s((safe_add_func_int64_t_s_s(((safe_sub_func_uint64_t_u_u(((safe_rshift_func_int8_t_s_u((0x9AE2BFF8L && (safe_lshift_func_int8_t_s_u(l_95, 7))), 4)) < (((safe_rshift_func_uint16_t_u_u(((g_2 > 0x162E1517482C4BD6LL) != 1UL), p_10)) ^ 1L) == l_115)), (-6L))) != l_98), 0UL))))), 1L)) , l_116) < l_93)) == g_53);
    return g_77;
}



static int8_t  func_21(uint8_t  p_22, int32_t  p_23)
{ 
    int16_t l_27 = 0L;
    int32_t l_30 = 0x089CED66L;
    int32_t l_66 = 0x8976CC22L;
    for (p_22 = 11; (p_22 == 14); ++p_22)
    { 
        uint64_t l_36 = 0x01E6E836EA0E4020LL;
        int32_t l_76 = 0x98C2FCB8L;
        l_66 |= (l_27 > (((0x46773196E86FF18ELL ^ ((l_27 >= 0x7BF1L) , (safe_add_func_int32_t_s_s(((l_30 = g_24) <= func_31((safe_lshift_func_int16_t_s_s(((l_36 > 0xD7C1L) >= p_23), g_24)), l_36)), g_2)))) <= p_22) , (-10L)));
        l_76 = (((((p_22 == (safe_mul_func_uint8_t_u_u(((l_66 = ((!(0x93L <= ((g_56 < (safe_mul_func_uint16_t_u_u(0xECB1L, ((l_30 = (safe_lshift_func_uint8_t_u_u(g_56, 7))) | (safe_rshift_func_uint16_t_u_u(l_36, p_22)))))) ^ (-5L)))) & l_66)) >= g_53), l_27))) ^ 0L) != (-1L)) > p_22) || p_22);
    }
    return l_27;
}



static int32_t  func_31(uint16_t  p_32, int32_t  p_33)
{ 
    uint8_t l_37 = 0x1AL;
    int32_t l_52 = 0L;
    int32_t l_54 = 0xA25D0016L;
    int32_t l_58 = 0x21365D5AL;
    int32_t l_59 = 0x88D56716L;
    int32_t l_60 = 6L;
    int32_t l_61 = (-3L);
    int32_t l_62 = 0x72677139L;
    uint32_t l_63 = 0UL;
    g_56 = (((((0xB3L & l_37) == (l_37 , (((g_55 = ((safe_lshift_func_int16_t_s_s(((l_54 = (((safe_mod_func_int16_t_s_s((safe_lshift_func_int16_t_s_s(((!l_37) <= (g_53 = (safe_unary_minus_func_uint32_t_u(((l_52 = (safe_mod_func_uint32_t_u_u((((safe_sub_func_uint16_t_u_u((safe_add_func_uint64_t_u_u((((p_32 , 0xF69BAD97L) , 4294967288UL) && 1UL), 0x1E255018227FD5D1LL)), p_32)) >= 0L) ^ l_37), 5L))) <= g_2))))), l_37)), g_24)) < 0xC7F34FA6L) == l_37)) != l_37), 6)) , l_54)) <= 0x01L) & g_24))) & 0x02L) , g_2) <= 0xB90C327405EF11EALL);
    l_63++;
    return p_33;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc(g_53, "g_53", print_hash_value);
    transparent_crc(g_55, "g_55", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_57, "g_57", print_hash_value);
    transparent_crc(g_77, "g_77", print_hash_value);
    transparent_crc(g_99, "g_99", print_hash_value);
    transparent_crc(g_117, "g_117", print_hash_value);
    transparent_crc(g_138, "g_138", print_hash_value);
    transparent_crc(g_139, "g_139", print_hash_value);
    transparent_crc(g_155, "g_155", print_hash_value);
    transparent_crc(g_168, "g_168", print_hash_value);
    transparent_crc(g_197, "g_197", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
