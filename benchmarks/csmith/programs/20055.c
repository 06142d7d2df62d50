// lp64: 2506039570566366751
// ilp32: 2506039570566366751
// Options:   --seed 20055 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 4 --max-expr-complexity 4 --max-array-dim 3 --max-array-len-per-dim 3 --max-pointer-depth 3 --max-struct-fields 4 --no-comma-operators --no-arg-unions
#include "csmith.h"


static long __undefined;



static int32_t g_3 = 0x98A8F939L;
static uint8_t g_7 = 0xA8L;
static int16_t g_28[2] = {0x662BL,0x662BL};
static int32_t g_29 = (-8L);
static uint32_t g_46[2] = {0x215ACA64L,0x215ACA64L};
static int64_t g_47[1] = {1L};
static uint16_t g_55 = 1UL;
static int32_t *g_62 = (void*)0;



static int16_t  func_1(void);




static int16_t  func_1(void)
{ 
    int32_t *l_2 = &g_3;
    int32_t *l_4 = (void*)0;
    int32_t l_5 = 0xC6F1BF50L;
    int32_t *l_6[3][2] = {{&g_3,(void*)0},{&g_3,&g_3},{(void*)0,&g_3}};
    int8_t l_10 = (-1L);
    int16_t *l_27[2][2] = {{(void*)0,(void*)0},{(void*)0,(void*)0}};
    uint64_t l_60 = 0x90A13E652FC6110BLL;
    int i, j;
    --g_7;
    g_29 = (l_10 != (safe_mul_func_int16_t_s_s((safe_mod_func_int32_t_s_s((safe_mod_func_int8_t_s_s((((*l_2) = (g_28[0] = (((safe_lshift_func_uint16_t_u_u(((safe_sub_func_int8_t_s_s((safe_rshift_func_int8_t_s_s((safe_mul_func_uint16_t_u_u((g_7 ^ (safe_rshift_func_int16_t_s_u((*l_2), g_7))), g_7)), 6)), g_3)) != (-10L)), 9)) && 0xFE905687C4177FD8LL) > 0x61L))) < g_7), 1L)), g_29)), g_29)));
    if ((g_3 = (((safe_lshift_func_uint8_t_u_s((safe_lshift_func_uint16_t_u_u((safe_add_func_int64_t_s_s(((void*)0 == &l_5), 0xC86797B69E0D9448LL)), 14)), 1)) || (*l_2)) ^ 0x06F8616691CFE0C2LL)))
    { 
        int32_t **l_36 = &l_6[2][1];
        int32_t l_37 = 0xEAFCA19AL;
        (*l_2) = (l_37 |= (((*l_36) = &g_3) == (void*)0));
    }
    else
    { 
        int32_t **l_38[2][2];
        int16_t *l_39 = &g_28[0];
        uint32_t *l_45[2];
        int32_t l_59 = 0x548EB874L;
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 2; j++)
                l_38[i][j] = &l_6[2][1];
        }
        for (i = 0; i < 2; i++)
            l_45[i] = &g_46[1];
        l_6[1][1] = &l_5;
        if (((l_39 != (void*)0) >= (safe_add_func_uint32_t_u_u((g_47[0] |= (+((g_46[1] = (safe_rshift_func_uint16_t_u_s((*l_2), 9))) <= 1L))), g_28[0]))))
        { 
            uint16_t *l_54 = &g_55;
            int32_t ***l_58 = &l_38[0][0];
            (*l_2) = (g_29 ^= (safe_mod_func_uint8_t_u_u(((g_46[0] || (safe_mul_func_uint16_t_u_u(((*l_54) |= (2UL & (0xDC7DL ^ 0x2C4EL))), g_3))) & 0L), g_3)));
            (*l_2) |= (-1L);
            g_3 = (safe_div_func_uint32_t_u_u((0x7EB839B4L & (((*l_58) = (void*)0) != (void*)0)), l_59));
            g_29 |= ((*l_2) && l_60);
        }
        else
        { 
            int32_t *l_61 = &g_3;
            g_62 = l_61;
            return g_3;
        }
    }
    return g_28[0];
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_7, "g_7", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_28[i], "g_28[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_29, "g_29", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_46[i], "g_46[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_47[i], "g_47[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_55, "g_55", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
