// lp64: 12039084809173970501
// ilp32: 12039084809173970501
// Options:   --seed 20084 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 5 --max-array-dim 3 --max-array-len-per-dim 6 --max-pointer-depth 2 --max-struct-fields 4 --no-bitfields
#include "csmith.h"


static long __undefined;


union U0 {
   volatile int16_t  f0;
   volatile int8_t * volatile  f1;
   int8_t  f2;
   int8_t  f3;
};

union U1 {
   volatile int8_t  f0;
   int8_t * f1;
   int64_t  f2;
};


static int8_t g_12 = (-1L);
static int8_t *g_11 = &g_12;
static union U1 g_17 = {0x2BL};
static uint64_t g_19 = 0xDAB551FA4C821046LL;
static int32_t g_23 = 0xB0866193L;
static int32_t *g_25 = &g_23;
static int32_t ** volatile g_24 = &g_25;
static union U1 ** const  volatile g_31 = (void*)0;
static union U1 *g_33 = &g_17;
static uint16_t g_38 = 0x3899L;
static const union U0 g_43 = {0x4DBBL};
static const union U0 * volatile g_42[1] = {&g_43};
static uint32_t g_50 = 0xAFFF74B7L;



static uint16_t  func_1(void);
static int16_t  func_2(int32_t  p_3, uint32_t  p_4, uint16_t  p_5, int64_t  p_6);




static uint16_t  func_1(void)
{ 
    uint64_t l_7 = 1UL;
    int8_t **l_13[1][2];
    int8_t *l_14 = &g_12;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
            l_13[i][j] = &g_11;
    }
    if ((func_2(l_7, (safe_unary_minus_func_int8_t_s(((safe_lshift_func_uint8_t_u_u(((((g_11 = g_11) != l_14) , &g_12) != (void*)0), 7)) ^ g_12))), l_7, l_7) ^ 0L))
    { 
        uint8_t l_48 = 1UL;
        return l_48;
    }
    else
    { 
        uint32_t *l_49 = &g_50;
        (*g_25) = (**g_24);
        (*g_25) = (((*l_49) = g_38) , (safe_sub_func_int16_t_s_s((l_7 , 0x412FL), (!(safe_rshift_func_int8_t_s_u((((l_7 <= g_23) , 1UL) != (-1L)), 7))))));
        return g_17.f0;
    }
}



static int16_t  func_2(int32_t  p_3, uint32_t  p_4, uint16_t  p_5, int64_t  p_6)
{ 
    const int32_t *l_30[1][2];
    int8_t *l_34 = &g_12;
    int32_t l_41 = (-1L);
    const union U0 * volatile *l_44 = &g_42[0];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
            l_30[i][j] = (void*)0;
    }
    for (p_3 = 2; (p_3 == 19); p_3 = safe_add_func_int64_t_s_s(p_3, 7))
    { 
        int32_t l_20 = (-1L);
        int32_t *l_21 = (void*)0;
        int32_t *l_22 = &g_23;
        (*l_22) |= (l_20 = (g_17 , (g_19 = (~g_17.f0))));
        (*g_24) = ((*g_11) , &g_23);
        if (p_4)
            break;
        return p_4;
    }
    for (p_3 = 0; (p_3 == 29); p_3++)
    { 
        int32_t *l_28 = &g_23;
        int32_t **l_29 = &l_28;
        union U1 **l_32[3];
        uint16_t *l_37 = &g_38;
        int i;
        for (i = 0; i < 3; i++)
            l_32[i] = (void*)0;
        (*g_25) = ((((*l_29) = l_28) != (l_30[0][0] = l_30[0][0])) >= p_6);
        g_33 = &g_17;
        (**l_29) = (l_41 = (g_19 && (l_34 == ((((safe_sub_func_uint16_t_u_u(((*l_37) = g_17.f0), (safe_mod_func_uint8_t_u_u(((g_19 , &g_11) == (void*)0), 1UL)))) , (*g_24)) != &g_23) , l_34))));
    }
    (*l_44) = g_42[0];
    if ((**g_24))
    { 
        (*g_25) |= 0x7F0A061FL;
    }
    else
    { 
        union U0 *l_47 = (void*)0;
        union U0 **l_46 = &l_47;
        (*g_25) &= (+(((*l_46) = (void*)0) == &g_43));
    }
    return p_5;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_17.f0, "g_17.f0", print_hash_value);
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_23, "g_23", print_hash_value);
    transparent_crc(g_38, "g_38", print_hash_value);
    transparent_crc(g_43.f0, "g_43.f0", print_hash_value);
    transparent_crc(g_43.f2, "g_43.f2", print_hash_value);
    transparent_crc(g_43.f3, "g_43.f3", print_hash_value);
    transparent_crc(g_50, "g_50", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
