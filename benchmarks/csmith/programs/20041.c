// lp64: 6859364235119481503
// ilp32: 6859364235119481503
// Options:   --seed 20041 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 2 --max-expr-complexity 2 --max-array-dim 2 --max-array-len-per-dim 2 --max-pointer-depth 2 --max-struct-fields 4 --no-volatile-pointers --take-no-union-field-addr
#include "csmith.h"


static long __undefined;



static uint32_t g_2 = 0xCD53BC6EL;
static int64_t g_3 = 0L;
static int32_t g_10 = 0L;
static int32_t *g_23 = (void*)0;
static int16_t g_34 = 0x9E86L;
static uint8_t g_35 = 8UL;



static const uint32_t  func_1(void);




static const uint32_t  func_1(void)
{ 
    int16_t l_8 = 0x454BL;
    int32_t *l_14 = &g_10;
    int16_t l_19[2];
    int8_t l_21 = (-8L);
    int32_t l_24 = 0x73ED1322L;
    int32_t l_25 = 0xFD89D684L;
    int32_t l_26[1];
    int32_t *l_27 = (void*)0;
    int32_t *l_28 = &l_25;
    int32_t *l_29 = (void*)0;
    int32_t *l_30 = &l_24;
    int32_t *l_31 = &g_10;
    int32_t *l_32 = &l_26[0];
    int32_t *l_33[2][2] = {{&g_10,&g_10},{&g_10,&g_10}};
    int i, j;
    for (i = 0; i < 2; i++)
        l_19[i] = 0x3521L;
    for (i = 0; i < 1; i++)
        l_26[i] = 0L;
    if ((g_3 = (g_2 && 0xC541L)))
    { 
        int32_t *l_9 = &g_10;
        int32_t *l_16 = &g_10;
        if ((safe_mul_func_uint8_t_u_u(((((*l_9) = (safe_mul_func_uint16_t_u_u(g_2, l_8))) > g_2) , (*l_9)), g_3)))
        { 
            int32_t **l_13[2];
            int i;
            for (i = 0; i < 2; i++)
                l_13[i] = &l_9;
            l_13[0] = ((safe_add_func_int8_t_s_s((((*l_9) > l_8) > 0x75L), 0x54L)) , &l_9);
            l_14 = &g_10;
        }
        else
        { 
            int32_t **l_15[2];
            int i;
            for (i = 0; i < 2; i++)
                l_15[i] = &l_14;
            l_16 = &g_10;
            (*l_14) = (safe_mod_func_uint32_t_u_u((*l_9), l_19[1]));
        }
    }
    else
    { 
        int32_t *l_20 = &g_10;
        for (g_3 = 1; (g_3 >= 0); g_3 -= 1)
        { 
            int32_t *l_22 = &g_10;
            l_21 |= ((l_20 != (void*)0) < g_2);
            g_23 = l_22;
        }
        (*l_20) = (-5L);
    }
    g_35++;
    return g_10;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
