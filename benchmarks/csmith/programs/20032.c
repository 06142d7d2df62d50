// lp64: 10562792877747040885
// ilp32: 10562792877747040885
// Options:   --seed 20032 --no-argc --concise --max-funcs 2 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 8 --max-array-dim 1 --max-array-len-per-dim 3 --max-pointer-depth 1 --max-struct-fields 3 --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static int32_t g_2[3] = {0xDC4B4E12L,0xDC4B4E12L,0xDC4B4E12L};
static int32_t g_16 = 0x7EE39F3FL;
static int32_t *g_24 = &g_2[2];
static uint16_t g_50 = 65535UL;
static int8_t g_53 = 3L;
static uint32_t g_54 = 0x66C3C348L;
static uint32_t g_56 = 0xD8FDC3C1L;
static int64_t g_66 = 0xA4D29FB7A8BFC022LL;
static int64_t * volatile g_65[3] = {&g_66,&g_66,&g_66};



static int32_t  func_1(void);
static uint64_t  func_8(uint64_t  p_9, const uint64_t  p_10, int64_t  p_11, float  p_12, uint8_t  p_13);




static int32_t  func_1(void)
{ 
    uint16_t l_7 = 0xFE4DL;
    int32_t *l_14 = (void*)0;
    int32_t *l_15[1];
    uint8_t l_17 = 0x2DL;
    uint64_t l_45 = 0x231D5762CC684CA6LL;
    uint32_t *l_55[2];
    int32_t l_67 = 0xFCBABA10L;
    int i;
    for (i = 0; i < 1; i++)
        l_15[i] = &g_16;
    for (i = 0; i < 2; i++)
        l_55[i] = &g_56;
lbl_70:
    for (g_2[2] = 4; (g_2[2] > (-17)); g_2[2]--)
    { 
        return g_2[2];
    }
    if ((g_2[2] >= (safe_mod_func_uint16_t_u_u(l_7, (func_8(g_2[0], ((((g_16 ^= (l_7 <= l_7)) >= ((0L == ((l_17 ^ g_2[2]) < 0UL)) >= 0x7790L)) <= 0x894FL) & g_2[2]), g_2[0], g_2[2], g_2[0]) && g_16)))))
    { 
        int32_t *l_27 = &g_2[2];
        g_24 = &g_2[0];
        for (g_16 = (-30); (g_16 >= 19); g_16 = safe_add_func_int8_t_s_s(g_16, 5))
        { 
            (*g_24) = 0x33B839BFL;
        }
        l_27 = l_15[0];
    }
    else
    { 
        uint8_t l_28 = 1UL;
        return l_28;
    }
    if (((safe_mod_func_int16_t_s_s((g_56 = (safe_add_func_uint64_t_u_u((safe_mod_func_int64_t_s_s((safe_lshift_func_int8_t_s_u((g_54 &= (((*g_24) = ((safe_sub_func_uint16_t_u_u(g_2[0], (safe_mod_func_uint8_t_u_u((((5UL || (((safe_div_func_uint64_t_u_u((g_16 > ((safe_add_func_int32_t_s_s(((((((g_2[0] <= l_45) > ((safe_div_func_uint16_t_u_u(((safe_mod_func_uint16_t_u_u((g_50++), 65535UL)) , (((0x36C2L == g_50) > g_16) && g_2[0])), g_2[1])) > 0x71C2AA0BL)) , g_50) , g_2[2]) | g_2[2]) < g_16), g_2[2])) != 0x6BL)), g_2[2])) || g_16) != g_2[0])) >= g_2[2]) || 0xF56EL), g_53)))) >= g_16)) && 3L)), 3)), 1UL)), 1L))), g_16)) , (*g_24)))
    { 
        int32_t l_57 = (-3L);
        int32_t l_58 = (-5L);
        int32_t l_59 = 4L;
        int8_t l_60 = (-1L);
        uint64_t l_61 = 18446744073709551614UL;
        (*g_24) ^= (-3L);
        ++l_61;
    }
    else
    { 
        int64_t l_64 = 0L;
        l_67 = l_64;
        for (g_66 = 0; (g_66 >= (-13)); g_66--)
        { 
            const uint64_t l_71 = 18446744073709551615UL;
            if (l_64)
                break;
            if (g_53)
                goto lbl_70;
            if (l_71)
                break;
        }
    }
    return (*g_24);
}



static uint64_t  func_8(uint64_t  p_9, const uint64_t  p_10, int64_t  p_11, float  p_12, uint8_t  p_13)
{ 
    int8_t l_23 = 0L;
    for (p_9 = 0; (p_9 > 9); p_9 = safe_add_func_int8_t_s_s(p_9, 1))
    { 
        int32_t *l_22[2];
        int i;
        for (i = 0; i < 2; i++)
            l_22[i] = &g_16;
        l_23 = ((safe_sub_func_uint8_t_u_u(g_2[2], (&g_16 == &g_2[2]))) >= g_16);
        l_22[1] = (void*)0;
    }
    return p_13;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_2[i], "g_2[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_16, "g_16", print_hash_value);
    transparent_crc(g_50, "g_50", print_hash_value);
    transparent_crc(g_53, "g_53", print_hash_value);
    transparent_crc(g_54, "g_54", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_66, "g_66", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
