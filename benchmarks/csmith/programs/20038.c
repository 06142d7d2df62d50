// lp64: 16100608938469456089
// ilp32: 16100608938469456089
// Options:   --seed 20038 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 2 --max-expr-complexity 8 --max-array-dim 2 --max-array-len-per-dim 2 --max-pointer-depth 2 --max-struct-fields 3 --no-arg-unions --take-no-union-field-addr
#include "csmith.h"


static long __undefined;



static volatile int32_t g_2 = 0x14D2EDC7L;
static volatile int32_t g_3 = 0xB7CEFA9DL;
static volatile int32_t g_4 = (-1L);
static int32_t g_5 = 0L;
static uint32_t g_18 = 0UL;
static int8_t g_20 = 0x71L;
static int32_t g_33[2] = {4L,4L};
static int16_t g_35 = 0xBA09L;
static uint16_t g_41 = 0xCA33L;
static int8_t g_42 = (-10L);
static int8_t g_46 = 0x57L;
static int32_t * volatile g_58 = &g_33[1];
static volatile int8_t g_66 = (-8L);
static volatile int8_t * volatile g_65 = &g_66;
static volatile int8_t * volatile * const g_64 = &g_65;
static volatile int8_t * volatile *g_67 = (void*)0;



static uint32_t  func_1(void);
static int32_t * func_8(int32_t  p_9, const int8_t * p_10);
static const int8_t * func_12(uint32_t  p_13, int8_t * const  p_14, int8_t  p_15);




static uint32_t  func_1(void)
{ 
    uint8_t l_16 = 0x5BL;
    int8_t l_26 = (-1L);
    for (g_5 = 0; (g_5 <= 6); g_5++)
    { 
        uint32_t *l_17 = &g_18;
        int8_t * const l_19 = &g_20;
        int32_t l_25 = 1L;
        int32_t *l_63 = &g_33[0];
        int32_t **l_62 = &l_63;
        (*l_62) = func_8(((safe_unary_minus_func_int64_t_s(g_2)) != g_5), func_12(((*l_17) = l_16), l_19, ((((l_16 , 0x3F0D3ECFL) || ((safe_div_func_int32_t_s_s((safe_mod_func_uint32_t_u_u((g_20 & g_5), l_16)), g_5)) & 0L)) , l_25) >= l_26)));
        g_67 = g_64;
    }
    return g_42;
}



static int32_t * func_8(int32_t  p_9, const int8_t * p_10)
{ 
    int16_t l_55 = 0x552CL;
    int32_t l_56 = 0x538FD232L;
    uint32_t *l_57 = (void*)0;
    (*g_58) = (safe_mod_func_int64_t_s_s((((safe_mul_func_uint8_t_u_u((safe_rshift_func_uint8_t_u_u(((~(-3L)) == l_55), 5)), (l_56 = (p_9 , (&g_18 == (void*)0))))) , ((&g_18 != l_57) | l_55)) && g_33[0]), g_46));
    for (g_18 = 14; (g_18 != 12); g_18--)
    { 
        int32_t *l_61 = &l_56;
        return &g_33[0];
    }
    return &g_5;
}



static const int8_t * func_12(uint32_t  p_13, int8_t * const  p_14, int8_t  p_15)
{ 
    int16_t l_31 = (-8L);
    int32_t *l_32 = &g_33[0];
    uint16_t *l_39 = (void*)0;
    uint16_t *l_40[1];
    int32_t *l_45[2];
    const int8_t *l_47 = &g_42;
    int i;
    for (i = 0; i < 1; i++)
        l_40[i] = &g_41;
    for (i = 0; i < 2; i++)
        l_45[i] = (void*)0;
    g_46 = (safe_add_func_uint16_t_u_u((((((((((*l_32) = l_31) > 0xE011B55EL) , &g_20) == (void*)0) >= ((g_35 &= (+p_13)) < (!((safe_add_func_int8_t_s_s(((g_42 = (g_41 ^= g_18)) < (safe_mul_func_uint8_t_u_u(2UL, g_18))), l_31)) ^ p_15)))) ^ p_15) ^ p_13) == (-1L)), g_20));
    return l_47;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_18, "g_18", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_33[i], "g_33[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_41, "g_41", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_66, "g_66", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
