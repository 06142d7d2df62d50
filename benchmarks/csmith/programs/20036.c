// lp64: 7400544269562370421
// ilp32: 7400544269562370421
// Options:   --seed 20036 --no-argc --concise --max-funcs 4 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 7 --max-array-dim 1 --max-array-len-per-dim 6 --max-pointer-depth 2 --max-struct-fields 3 --no-packed-struct --no-pointers --no-volatiles --no-consts
#include "csmith.h"


static long __undefined;


struct S0 {
   unsigned f0 : 16;
   int8_t  f1;
   unsigned f2 : 19;
};


static int32_t g_2 = 8L;
static uint32_t g_13[1] = {0x59C45C1DL};
static uint8_t g_16 = 1UL;
static int64_t g_31 = 0x7511ECBFCF419C2BLL;
static struct S0 g_43 = {7,-5L,484};
static int16_t g_54 = (-1L);



static int64_t  func_1(void);
static struct S0  func_32(int8_t  p_33, uint8_t  p_34);
static uint64_t  func_35(int8_t  p_36, struct S0  p_37, int32_t  p_38, int32_t  p_39);
static struct S0  func_58(uint32_t  p_59);




static int64_t  func_1(void)
{ 
    uint16_t l_5 = 0x214CL;
    int32_t l_29 = (-1L);
    int8_t l_42 = 0x94L;
    struct S0 l_78 = {95,0xD3L,720};
    for (g_2 = 0; (g_2 <= (-4)); g_2--)
    { 
        uint16_t l_6 = 65535UL;
        if (l_5)
            break;
        if (g_2)
            break;
        if (l_6)
            break;
        g_13[0] = ((((safe_lshift_func_uint8_t_u_s(l_6, 0)) & (g_2 == 0UL)) | (g_2 >= (safe_add_func_int32_t_s_s((safe_lshift_func_uint16_t_u_u(g_2, 4)), (0xA9864BA8L == g_2))))) , g_2);
    }
    for (g_2 = 0; (g_2 >= 27); g_2++)
    { 
        int32_t l_19 = 0xAF9F7C8BL;
        g_16--;
        l_19 = ((l_19 , l_5) >= (~((safe_sub_func_uint64_t_u_u((safe_div_func_uint64_t_u_u((safe_sub_func_int16_t_s_s((safe_mul_func_uint8_t_u_u(0xEFL, l_5)), 0x1B32L)), g_13[0])), 0x380EE91B76E1EE67LL)) , g_13[0])));
    }
    l_29 &= 0x4D8D955AL;
    for (g_2 = 0; (g_2 >= 0); g_2 -= 1)
    { 
        uint32_t l_30 = 8UL;
        uint16_t l_79[1];
        uint16_t l_82 = 0x29ADL;
        int32_t l_98 = (-1L);
        int32_t l_99 = 0x68C86622L;
        int i;
        for (i = 0; i < 1; i++)
            l_79[i] = 0UL;
        g_31 = (l_30 = g_13[g_2]);
        l_78 = func_32(g_13[0], (g_16 = (g_13[0] == func_35((safe_rshift_func_uint16_t_u_s((g_13[g_2] & l_42), 7)), g_43, l_30, l_42))));
        if (l_79[0])
            continue;
        l_99 |= (l_5 || (g_16 > ((safe_sub_func_uint64_t_u_u(l_82, (safe_lshift_func_uint16_t_u_s((l_98 = (safe_add_func_int16_t_s_s((l_29 = g_54), ((((safe_mod_func_uint8_t_u_u((safe_div_func_int8_t_s_s(l_42, (safe_mul_func_uint16_t_u_u((safe_sub_func_int8_t_s_s((((safe_unary_minus_func_int16_t_s((safe_lshift_func_uint16_t_u_s(g_31, 7)))) && 0UL) != g_13[g_2]), g_54)), g_54)))), 0x9EL)) , g_2) || (-9L)) >= g_43.f1)))), l_79[0])))) & g_54)));
    }
    return l_42;
}



static struct S0  func_32(int8_t  p_33, uint8_t  p_34)
{ 
    uint32_t l_47[5];
    int32_t l_48 = 6L;
    struct S0 l_51 = {35,0xACL,252};
    struct S0 l_52 = {96,0L,17};
    int32_t l_53 = 0x7B6EB5C5L;
    uint32_t l_77 = 0xE9E85C28L;
    int i;
    for (i = 0; i < 5; i++)
        l_47[i] = 0x2A53EBFFL;
    g_54 = ((l_53 |= func_35(func_35(((l_48 = (safe_sub_func_uint16_t_u_u(l_47[1], (p_33 , (1UL == l_47[1]))))) , 5L), (l_51 = (((safe_mul_func_int16_t_s_s(g_43.f0, g_13[0])) || p_33) , g_43)), l_47[1], g_43.f1), l_52, g_13[0], l_47[1])) | p_34);
    for (l_52.f1 = 0; (l_52.f1 < 28); l_52.f1++)
    { 
        struct S0 l_57 = {123,0x13L,342};
        return l_57;
    }
    l_48 = (func_35(g_16, func_58(l_47[4]), ((func_58(g_31) , ((safe_unary_minus_func_uint16_t_u((((safe_div_func_int64_t_s_s((safe_lshift_func_uint16_t_u_s((safe_rshift_func_uint8_t_u_u((func_58((0x00L >= l_47[3])) , l_52.f0), l_52.f0)), 1)), l_77)) >= l_47[1]) | p_33))) > 18446744073709551615UL)) , p_33), g_16) | l_51.f0);
    return l_51;
}



static uint64_t  func_35(int8_t  p_36, struct S0  p_37, int32_t  p_38, int32_t  p_39)
{ 
    int32_t l_44 = 0xB95C1F4AL;
    return l_44;
}



static struct S0  func_58(uint32_t  p_59)
{ 
    int32_t l_64[5] = {1L,1L,1L,1L,1L};
    int8_t l_69 = 0xCBL;
    int i;
    l_69 = (safe_mod_func_uint8_t_u_u((safe_div_func_int8_t_s_s((((((g_16 == l_64[3]) & 0xA943C7D870105C65LL) , g_43.f2) & p_59) && (safe_mul_func_int16_t_s_s((((safe_mul_func_uint16_t_u_u((((l_64[3] = (p_59 , p_59)) , l_64[3]) , p_59), 65535UL)) , p_59) != 0x021B0A09L), p_59))), p_59)), g_31));
    return g_43;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_13[i], "g_13[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_16, "g_16", print_hash_value);
    transparent_crc(g_31, "g_31", print_hash_value);
    transparent_crc(g_43.f0, "g_43.f0", print_hash_value);
    transparent_crc(g_43.f1, "g_43.f1", print_hash_value);
    transparent_crc(g_43.f2, "g_43.f2", print_hash_value);
    transparent_crc(g_54, "g_54", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
