// lp64: 16080599492814576337
// ilp32: 16080599492814576337
// Options:   --seed 20030 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 8 --max-array-dim 2 --max-array-len-per-dim 6 --max-pointer-depth 1 --max-struct-fields 3 --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;


union U1 {
   uint64_t  f0;
};

union U2 {
   int8_t  f0;
   uint64_t  f1;
   const float  f2;
   int16_t  f3;
   int8_t  f4;
};


static volatile int32_t g_2[1] = {0L};
static int32_t g_3[1][2] = {{(-1L),(-1L)}};
static int8_t g_7 = 0x3CL;
static int32_t g_9 = 0x63FFAF07L;
static volatile int32_t g_26 = 0xDDC18638L;
static int32_t * volatile g_46 = &g_9;
static uint16_t g_71 = 65535UL;
static const volatile union U2 g_77 = {0L};
static int32_t g_84 = 0x2FAC39FDL;



static int8_t  func_1(void);
static uint16_t  func_34(int32_t * const  p_35, float  p_36, uint32_t  p_37, int32_t  p_38, int32_t * p_39);
static float  func_40(uint16_t  p_41);




static int8_t  func_1(void)
{ 
    uint64_t l_6 = 0x693009CE45625132LL;
    int32_t l_18 = 0xE2FE8172L;
    int32_t l_19 = (-1L);
    int32_t l_20 = 0L;
    int32_t l_21 = 0x461D0EE3L;
    int32_t l_22 = (-5L);
    int32_t l_23 = 0xB64730E9L;
    int32_t l_24[5];
    int64_t l_25 = 1L;
    int64_t l_28 = 0L;
    int i;
    for (i = 0; i < 5; i++)
        l_24[i] = 0x91F3A4B4L;
    for (g_3[0][0] = 0; (g_3[0][0] > (-16)); g_3[0][0]--)
    { 
        int32_t *l_8 = &g_9;
        int32_t l_10 = (-2L);
        int32_t *l_11 = &l_10;
        int32_t *l_12 = &l_10;
        int32_t *l_13 = &l_10;
        int32_t *l_14 = &g_9;
        int32_t l_15 = 7L;
        int32_t *l_16 = (void*)0;
        int32_t *l_17[6];
        int8_t l_27 = (-3L);
        int16_t l_29 = 0x1ED0L;
        int64_t l_30 = (-10L);
        uint32_t l_31 = 0xFA5341DBL;
        int i;
        for (i = 0; i < 6; i++)
            l_17[i] = (void*)0;
        g_7 = l_6;
        if (l_6)
            break;
        l_31--;
        g_84 ^= (func_34(&l_10, (((((func_40(l_21) == l_25) > (((safe_add_func_float_f_f(((-((-0x1.Ap+1) != ((void*)0 != &l_19))) != 0x9.B7F543p-37), 0x1.3p-1)) != 0x1.A08559p+23) <= g_3[0][0])) >= l_6) < g_7) <= g_3[0][0]), (*l_12), l_22, &g_3[0][0]) && (-2L));
    }
    return l_22;
}



static uint16_t  func_34(int32_t * const  p_35, float  p_36, uint32_t  p_37, int32_t  p_38, int32_t * p_39)
{ 
    int32_t *l_54 = &g_9;
    union U1 l_59 = {7UL};
    uint16_t l_81 = 0UL;
    if ((*p_39))
    { 
        return p_37;
    }
    else
    { 
        int8_t l_66 = 1L;
        uint16_t *l_70 = &g_71;
        union U2 l_76 = {0L};
        (*p_35) &= (0xB52CBB9959978608LL <= ((((safe_mod_func_uint16_t_u_u(((safe_rshift_func_int16_t_s_s(((g_26 , &p_38) == (l_54 = (void*)0)), 5)) && (safe_rshift_func_uint16_t_u_u((safe_mul_func_int16_t_s_s((l_59 , (safe_lshift_func_int16_t_s_u(((safe_sub_func_uint64_t_u_u((safe_mod_func_int32_t_s_s((*p_39), 4294967295UL)), 0x7208B660CD2BE11DLL)) != (*g_46)), p_37))), g_7)), l_66))), (-1L))) , 0UL) >= p_38) ^ g_7));
        l_81 ^= (((((l_66 ^ ((+((p_38 ^ ((safe_lshift_func_int8_t_s_u(((((*l_70) = 65534UL) , ((safe_add_func_uint64_t_u_u((safe_mul_func_uint8_t_u_u(((l_76 , g_77) , ((~(((0xE7346D44L < (safe_lshift_func_uint8_t_u_s((((p_37 & p_38) , (void*)0) == l_70), 4))) >= g_7) > p_37)) < l_76.f0)), p_37)), g_3[0][0])) , 1L)) , l_66), l_66)) < g_3[0][1])) && g_7)) >= 0x0E72L)) || l_76.f4) & g_3[0][0]) != 18446744073709551611UL) ^ g_9);
    }
    for (p_37 = (-2); (p_37 <= 25); ++p_37)
    { 
        g_46 = &g_9;
        if ((*g_46))
            break;
    }
    return p_37;
}



static float  func_40(uint16_t  p_41)
{ 
    union U2 l_44[3][6] = {{{0L},{-10L},{0L},{-10L},{0L},{-10L}},{{5L},{-10L},{5L},{-10L},{5L},{-10L}},{{0L},{-10L},{0L},{-10L},{0L},{-10L}}};
    int32_t *l_45 = (void*)0;
    int i, j;
    (*g_46) = (safe_div_func_int32_t_s_s((l_44[2][2] , ((void*)0 == &g_9)), (l_44[2][2].f4 & g_2[0])));
    return p_41;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_2[i], "g_2[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_3[i][j], "g_3[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_71, "g_71", print_hash_value);
    transparent_crc(g_77.f0, "g_77.f0", print_hash_value);
    transparent_crc(g_77.f4, "g_77.f4", print_hash_value);
    transparent_crc(g_84, "g_84", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
