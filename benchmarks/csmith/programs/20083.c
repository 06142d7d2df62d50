// lp64: 14971909299893197224
// ilp32: 14971909299893197224
// Options:   --seed 20083 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 7 --max-array-dim 1 --max-array-len-per-dim 5 --max-pointer-depth 3 --max-struct-fields 6 --inline-function --no-return-structs --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S0 {
   const volatile float  f0;
};
#pragma pack(pop)

union U1 {
   uint8_t  f0;
   float  f1;
};

union U3 {
   uint16_t  f0;
   uint8_t  f1;
   uint32_t  f2;
   uint32_t  f3;
};

union U4 {
   int16_t  f0;
   uint32_t  f1;
};


static volatile uint32_t g_5 = 0xB01D91E6L;
static union U4 g_7 = {0xC92EL};
static int32_t g_14 = 0L;
static volatile union U1 g_26 = {0x3FL};
static int16_t g_34 = 0L;
static int8_t g_36 = 0xC0L;
static struct S0 g_51[5] = {{0xB.38C87Cp-97},{0xB.38C87Cp-97},{0xB.38C87Cp-97},{0xB.38C87Cp-97},{0xB.38C87Cp-97}};
static int32_t *g_69 = (void*)0;
static int32_t * volatile *g_68 = &g_69;
static int32_t g_87[4] = {0x60FE7B97L,0x60FE7B97L,0x60FE7B97L,0x60FE7B97L};
static volatile uint16_t g_88 = 65535UL;
static int32_t g_92 = 0x571CA78AL;



inline static uint32_t  func_1(void);
static union U4  func_8(int16_t  p_9, float  p_10, int8_t  p_11);




inline static uint32_t  func_1(void)
{ 
    float l_4 = 0xA.A96141p+77;
    int32_t l_12[1];
    int32_t *l_13 = &g_14;
    union U1 l_17 = {0x78L};
    int32_t *l_91[1];
    int i;
    for (i = 0; i < 1; i++)
        l_12[i] = 1L;
    for (i = 0; i < 1; i++)
        l_91[i] = &g_92;
    (*l_13) = ((g_92 ^= (safe_rshift_func_int16_t_s_s((((g_5 , ((~((g_7 , func_8(l_12[0], ((((*l_13) = l_12[0]) > (safe_mul_func_float_f_f((-0x3.4p+1), (l_17 , 0xC.017F21p+11)))) <= g_7.f0), g_7.f0)) , g_36)) > g_87[0])) == g_36) == g_36), 11))) != 0UL);
    return g_14;
}



static union U4  func_8(int16_t  p_9, float  p_10, int8_t  p_11)
{ 
    int16_t *l_33 = &g_34;
    int32_t l_35[4] = {(-1L),(-1L),(-1L),(-1L)};
    int32_t l_37 = 0L;
    uint64_t l_38 = 0x8A0A82B5DFEB077CLL;
    int32_t *l_39 = &g_14;
    const union U3 l_46 = {0x30FBL};
    union U4 l_78 = {0x471EL};
    int i;
    if (((*l_39) = (g_7.f0 == ((safe_lshift_func_int16_t_s_s(((p_9 <= (safe_mul_func_uint16_t_u_u(((safe_sub_func_int8_t_s_s(0xC1L, ((((safe_lshift_func_uint8_t_u_u((((g_26 , (((safe_lshift_func_uint16_t_u_u(((safe_lshift_func_uint16_t_u_s(((safe_add_func_int64_t_s_s((l_35[1] = ((*l_33) |= g_7.f0)), (((((g_26.f0 || g_36) < 4L) & 0x787DL) & l_37) == l_38))) || p_11), p_9)) && 65533UL), 1)) >= 7L) && 0xC1994476L)) || p_11) != p_11), p_11)) , p_9) , p_11) < p_9))) < 1UL), 1L))) && g_26.f0), 12)) <= l_37))))
    { 
        int32_t *l_40 = &l_37;
        int32_t **l_41 = &l_40;
        uint64_t l_52 = 1UL;
        p_11 ^= g_36;
        (*l_41) = l_40;
        (*l_39) = (safe_mul_func_float_f_f(g_7.f0, (safe_sub_func_float_f_f((l_46 , ((p_11 <= ((safe_div_func_float_f_f(((0xA3D0676DL >= (safe_sub_func_int32_t_s_s(((g_51[4] , (void*)0) == &g_34), p_11))) , g_51[4].f0), (**l_41))) > l_52)) == p_10)), g_14))));
    }
    else
    { 
        int32_t *l_53 = &l_35[1];
        uint32_t l_58 = 1UL;
        int32_t *l_76 = &l_37;
        uint32_t *l_77[5] = {(void*)0,(void*)0,(void*)0,(void*)0,(void*)0};
        int i;
        l_58 &= (((-2L) && (((((l_53 != (void*)0) < ((void*)0 != &g_14)) <= ((safe_mul_func_uint8_t_u_u(((safe_add_func_int16_t_s_s(g_26.f0, p_9)) < 1UL), (*l_39))) ^ (*l_39))) >= p_9) != (-1L))) && g_36);
        g_5 &= ((((*l_76) |= (0xB69C5226L <= ((safe_mod_func_uint64_t_u_u((safe_add_func_int8_t_s_s((safe_sub_func_uint16_t_u_u(0x3DA7L, (safe_rshift_func_uint16_t_u_u(((*l_39) = (+((((void*)0 == g_68) , ((4L < ((safe_lshift_func_int8_t_s_s((safe_add_func_int32_t_s_s((safe_mul_func_uint16_t_u_u(((*l_33) = g_7.f0), p_11)), 0x7E1B1CD7L)), 6)) , (*l_53))) | (-9L))) && p_9))), 0)))), (-5L))), p_9)) == p_9))) | 0x033CL) | p_11);
        return l_78;
    }
    for (g_7.f0 = 3; (g_7.f0 >= 0); g_7.f0 -= 1)
    { 
        int32_t *l_79 = (void*)0;
        int32_t *l_80 = &g_14;
        int32_t *l_81 = &l_35[1];
        int32_t *l_82 = &l_35[1];
        int64_t l_83[2];
        int32_t *l_84 = (void*)0;
        int32_t *l_85 = &g_14;
        int32_t *l_86[1];
        int i;
        for (i = 0; i < 2; i++)
            l_83[i] = 6L;
        for (i = 0; i < 1; i++)
            l_86[i] = (void*)0;
        l_35[g_7.f0] = l_35[g_7.f0];
        ++g_88;
    }
    return l_78;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_7.f0, "g_7.f0", print_hash_value);
    transparent_crc(g_14, "g_14", print_hash_value);
    transparent_crc(g_26.f0, "g_26.f0", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        transparent_crc_bytes(&g_51[i].f0, sizeof(g_51[i].f0), "g_51[i].f0", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_87[i], "g_87[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_88, "g_88", print_hash_value);
    transparent_crc(g_92, "g_92", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
