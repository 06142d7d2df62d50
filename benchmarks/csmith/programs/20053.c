// lp64: 15488180205791945636
// ilp32: 15488180205791945636
// Options:   --seed 20053 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 5 --max-array-dim 2 --max-array-len-per-dim 3 --max-pointer-depth 2 --max-struct-fields 2 --no-consts
#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S0 {
   volatile unsigned f0 : 9;
   volatile unsigned f1 : 28;
};
#pragma pack(pop)


static struct S0 g_11 = {21,1425};
static int32_t g_21[2] = {0xA56718E5L,0xA56718E5L};
static uint8_t g_27 = 0x98L;
static uint16_t g_63 = 65533UL;
static int16_t g_65[1] = {0xF564L};
static volatile int16_t g_88[3] = {(-1L),(-1L),(-1L)};
static int32_t *g_90[3][1] = {{(void*)0},{(void*)0},{(void*)0}};
static int32_t ** volatile g_89 = &g_90[0][0];



static uint32_t  func_1(void);
static struct S0 * func_2(struct S0 * p_3, uint64_t  p_4, uint8_t  p_5);
static struct S0 * func_6(struct S0 * p_7, struct S0 * p_8, int8_t  p_9);




static uint32_t  func_1(void)
{ 
    struct S0 *l_10 = &g_11;
    int32_t l_12[2];
    int32_t *l_46 = &l_12[1];
    int32_t *l_47 = &g_21[0];
    int32_t *l_48 = &g_21[0];
    int32_t *l_49 = &l_12[1];
    int32_t *l_50[1];
    uint64_t l_51 = 9UL;
    uint16_t *l_61 = (void*)0;
    uint16_t *l_62 = &g_63;
    int16_t *l_64 = &g_65[0];
    int32_t l_82 = 0xA812DEA9L;
    uint8_t l_83 = 0x2DL;
    int i;
    for (i = 0; i < 2; i++)
        l_12[i] = 3L;
    for (i = 0; i < 1; i++)
        l_50[i] = &g_21[0];
    l_10 = func_2(func_6(l_10, l_10, l_12[0]), l_12[0], g_11.f0);
    l_51--;
    if (((*l_48) = (g_27 > ((*l_48) , (((*l_64) = (~(safe_mod_func_int32_t_s_s((safe_add_func_int64_t_s_s((safe_sub_func_int64_t_s_s((((*l_62) = g_21[0]) , ((1L | (*l_46)) > 0xC4L)), g_11.f1)), (*l_47))), g_27)))) && (*l_49))))))
    { 
        int16_t l_71 = 0x53ADL;
        (*l_47) ^= 0xF2841021L;
        (*l_49) = (safe_lshift_func_int16_t_s_s((safe_mul_func_uint16_t_u_u((safe_unary_minus_func_int64_t_s((l_71 , (safe_lshift_func_int16_t_s_u((safe_mod_func_int32_t_s_s((safe_lshift_func_uint8_t_u_s(((safe_sub_func_int16_t_s_s((safe_mul_func_uint16_t_u_u(l_82, 0xB690L)), (0x04L < (-5L)))) , 253UL), g_65[0])), 0xA1771DC5L)), 13))))), 5L)), 15));
        return l_83;
    }
    else
    { 
        g_88[0] &= ((safe_div_func_int16_t_s_s((safe_sub_func_int16_t_s_s(g_27, (0UL & ((((&g_21[0] == (void*)0) >= (*l_49)) || (*l_48)) <= 1L)))), (-1L))) , 9L);
    }
    (*g_89) = &l_12[0];
    return g_63;
}



static struct S0 * func_2(struct S0 * p_3, uint64_t  p_4, uint8_t  p_5)
{ 
    uint8_t l_30 = 6UL;
    uint32_t l_34 = 1UL;
    int32_t l_36[3];
    int32_t *l_37 = &g_21[0];
    int32_t *l_38[1];
    int16_t l_39[2][1];
    int8_t l_40 = 0xDCL;
    int16_t l_41[1];
    uint64_t l_42 = 18446744073709551614UL;
    struct S0 *l_45 = &g_11;
    int i, j;
    for (i = 0; i < 3; i++)
        l_36[i] = 0xE65DD4D1L;
    for (i = 0; i < 1; i++)
        l_38[i] = &l_36[0];
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
            l_39[i][j] = (-1L);
    }
    for (i = 0; i < 1; i++)
        l_41[i] = (-1L);
    for (p_4 = 0; (p_4 >= 21); ++p_4)
    { 
        uint8_t *l_26 = &g_27;
        int32_t l_33 = 0x1BD77DFCL;
        int32_t *l_35 = &l_33;
        l_36[1] = ((*l_35) = (((safe_mul_func_uint8_t_u_u((p_4 , (++(*l_26))), ((((p_5 & l_30) < ((safe_mul_func_int16_t_s_s(p_4, p_5)) , l_33)) || l_34) || 0x06L))) & 0x00D4L) && g_21[0]));
    }
    ++l_42;
    return l_45;
}



static struct S0 * func_6(struct S0 * p_7, struct S0 * p_8, int8_t  p_9)
{ 
    int32_t l_19 = (-10L);
    int32_t *l_20 = &g_21[0];
    (*l_20) &= (safe_rshift_func_int16_t_s_s(p_9, (((safe_lshift_func_int8_t_s_u((((safe_sub_func_int8_t_s_s(p_9, (&g_11 != (p_9 , (void*)0)))) && p_9) && 0x29F58382L), l_19)) > p_9) && 0xF746E33AL)));
    return &g_11;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_11.f0, "g_11.f0", print_hash_value);
    transparent_crc(g_11.f1, "g_11.f1", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_21[i], "g_21[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_27, "g_27", print_hash_value);
    transparent_crc(g_63, "g_63", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_65[i], "g_65[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_88[i], "g_88[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
