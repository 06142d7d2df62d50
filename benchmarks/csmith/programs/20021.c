// lp64: 11353355996267499901
// ilp32: 11353355996267499901
// Options:   --seed 20021 --no-argc --concise --max-funcs 2 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 1 --max-array-len-per-dim 3 --max-pointer-depth 1 --max-struct-fields 4 --no-structs --no-embedded-assigns --no-volatile-pointers
#include "csmith.h"


static long __undefined;



static volatile uint32_t g_4 = 0UL;
static uint64_t g_9 = 0xA715CC48B1647C2CLL;
static volatile uint64_t g_15[1] = {18446744073709551615UL};
static int8_t g_19 = 0xACL;
static int32_t *g_23 = (void*)0;
static int32_t g_32 = (-1L);
static volatile uint8_t g_37 = 0x19L;
static int64_t g_40 = 0x143253674F9AF392LL;
static uint16_t g_48 = 0x1B46L;



static int32_t  func_1(void);
static int32_t  func_20(int32_t * p_21, const int32_t * p_22);




static int32_t  func_1(void)
{ 
    int64_t l_5 = 0x7831E42A43D9532BLL;
    int32_t l_6[1];
    int32_t *l_75 = &g_32;
    int i;
    for (i = 0; i < 1; i++)
        l_6[i] = 0x425A80E3L;
    if (((safe_mod_func_int8_t_s_s(g_4, (l_5 , l_5))) , 0xCB4C23AFL))
    { 
        for (g_4 = 0; g_4 < 1; g_4 += 1)
        {
            l_6[g_4] = 0x16DB6D03L;
        }
    }
    else
    { 
        int32_t *l_7 = &l_6[0];
        int32_t *l_8[2];
        uint8_t l_18 = 0x52L;
        int i;
        for (i = 0; i < 2; i++)
            l_8[i] = &l_6[0];
        g_9++;
        for (g_9 = 0; (g_9 >= 19); g_9 = safe_add_func_int64_t_s_s(g_9, 9))
        { 
            int64_t l_14 = 0L;
            g_15[0]++;
            if (g_9)
                break;
            if (g_15[0])
                continue;
        }
        g_19 &= l_18;
    }
    if (func_20(g_23, ((safe_add_func_uint8_t_u_u((safe_sub_func_int32_t_s_s(((l_6[0] < 0xD1D8475761AC7EB2LL) || l_6[0]), 4294967292UL)), 1UL)) , g_23)))
    { 
        int32_t *l_74 = &l_6[0];
        l_75 = l_74;
        g_23 = &g_32;
        (*l_75) = (((safe_rshift_func_int8_t_s_s((safe_lshift_func_uint16_t_u_u((0x8DBE583C6DDDD895LL <= (((((safe_div_func_int8_t_s_s(g_40, g_15[0])) | (*l_74)) | g_48) != 0xF49DA2B6L) ^ (*l_75))), (*l_74))), 2)) == g_19) == (*l_75));
    }
    else
    { 
        int32_t *l_82 = &g_32;
        uint8_t l_83 = 0x01L;
        (*l_75) = ((&l_6[0] == l_82) , 1L);
        return l_83;
    }
    g_23 = &g_32;
    return (*g_23);
}



static int32_t  func_20(int32_t * p_21, const int32_t * p_22)
{ 
    const int64_t l_30[1] = {5L};
    int32_t *l_31 = &g_32;
    int32_t *l_46 = &g_32;
    int32_t *l_47[1];
    int i;
    for (i = 0; i < 1; i++)
        l_47[i] = &g_32;
    if ((safe_sub_func_uint64_t_u_u(l_30[0], l_30[0])))
    { 
        int32_t *l_33 = (void*)0;
        int32_t *l_34 = &g_32;
        int32_t *l_35 = &g_32;
        int32_t *l_36 = &g_32;
        l_31 = g_23;
        ++g_37;
    }
    else
    { 
        uint8_t l_41 = 0xF1L;
        int32_t *l_44 = &g_32;
        int32_t *l_45 = &g_32;
        l_41--;
        l_45 = l_44;
    }
    g_48--;
    if ((safe_rshift_func_uint8_t_u_s(((safe_rshift_func_int16_t_s_s((safe_sub_func_int8_t_s_s((g_19 , (safe_mod_func_int64_t_s_s((((((safe_mul_func_uint16_t_u_u(g_4, g_32)) & g_19) == 0x747EAB1AL) , 0UL) < g_48), 0xB25BB54A037A762ALL))), g_40)), g_48)) <= g_19), (*l_46))))
    { 
        uint8_t l_61[1];
        int i;
        for (i = 0; i < 1; i++)
            l_61[i] = 253UL;
        l_61[0]--;
    }
    else
    { 
        const uint32_t l_66[3] = {0x59559C29L,0x59559C29L,0x59559C29L};
        int i;
        g_32 &= 1L;
        if (((safe_add_func_int8_t_s_s((&g_32 != p_22), l_66[1])) | l_66[1]))
        { 
            int32_t * const l_67 = &g_32;
            (*l_46) = (l_67 == (void*)0);
        }
        else
        { 
            (*l_46) = ((safe_mul_func_uint8_t_u_u((safe_lshift_func_uint8_t_u_s(252UL, 0)), ((l_66[1] == g_15[0]) , l_66[1]))) , g_48);
        }
        (*l_46) = ((safe_lshift_func_int16_t_s_u((l_66[1] ^ ((void*)0 == &g_32)), l_66[1])) , l_66[1]);
    }
    return g_37;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_15[i], "g_15[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_37, "g_37", print_hash_value);
    transparent_crc(g_40, "g_40", print_hash_value);
    transparent_crc(g_48, "g_48", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
