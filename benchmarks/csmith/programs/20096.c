// lp64: 15935938491731130894
// ilp32: 15935938491731130894
// Options:   --seed 20096 --no-argc --concise --max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 1 --max-array-len-per-dim 6 --max-pointer-depth 1 --max-struct-fields 4
#include "csmith.h"


static long __undefined;



static int16_t g_8 = 0xD9EDL;
static int16_t g_10[4] = {0xE64FL,0xE64FL,0xE64FL,0xE64FL};
static int8_t g_12 = 0x17L;
static int8_t g_14 = (-5L);
static int32_t g_16 = 0L;
static int8_t g_29 = 0xCCL;
static int32_t *g_31 = (void*)0;
static const int32_t *g_42[2] = {(void*)0,(void*)0};
static volatile int16_t g_48 = 0x520AL;
static int64_t g_56 = 0L;
static int8_t g_57 = (-5L);
static volatile int32_t g_58 = 0x8E7E64BFL;
static volatile int64_t g_62 = 0L;
static int32_t g_63 = 1L;
static int16_t g_64 = 0x1BD9L;
static volatile uint32_t g_65 = 4294967292UL;
static int32_t * volatile g_78 = &g_63;
static int32_t * volatile g_104 = &g_63;



static uint8_t  func_1(void);
static int32_t  func_2(uint8_t  p_3, uint16_t  p_4, int8_t * p_5);
static uint64_t  func_17(int32_t * p_18);




static uint8_t  func_1(void)
{ 
    int16_t *l_9 = &g_10[2];
    int32_t l_11 = 0x3582F80CL;
    int8_t *l_13 = &g_14;
    int32_t *l_19[4] = {&g_16,&g_16,&g_16,&g_16};
    int32_t l_111 = 0L;
    int8_t l_112 = 0xFCL;
    int i;
    if (func_2(((safe_rshift_func_uint16_t_u_s((g_12 = (((*l_9) ^= g_8) | (l_11 < g_8))), l_11)) < l_11), l_11, l_13))
    { 
        int32_t *l_20[1];
        uint64_t l_108 = 0x3A75F9311F6BCDC6LL;
        uint8_t l_113 = 0x31L;
        int i;
        for (i = 0; i < 1; i++)
            l_20[i] = (void*)0;
        (*g_104) = (18446744073709551615UL >= func_17((l_20[0] = l_19[1])));
        for (g_14 = 0; (g_14 >= 0); g_14 -= 1)
        { 
            int i;
            (*g_104) |= (!(safe_lshift_func_int8_t_s_u(g_10[(g_14 + 3)], 0)));
            l_108 ^= 0L;
            (*g_78) |= (safe_sub_func_int16_t_s_s((g_10[g_14] = (0x51L || l_111)), 0x72BDL));
        }
        l_113 &= ((*g_104) = l_112);
    }
    else
    { 
        return g_62;
    }
    return g_10[3];
}



static int32_t  func_2(uint8_t  p_3, uint16_t  p_4, int8_t * p_5)
{ 
    int32_t *l_15 = &g_16;
    l_15 = (void*)0;
    return g_10[3];
}



static uint64_t  func_17(int32_t * p_18)
{ 
    int32_t l_27[4];
    const int32_t *l_41 = &g_16;
    int32_t l_59 = 0xD9CC1323L;
    int32_t l_60 = 0L;
    int32_t l_61[2];
    uint8_t l_68 = 1UL;
    int i;
    for (i = 0; i < 4; i++)
        l_27[i] = 0L;
    for (i = 0; i < 2; i++)
        l_61[i] = 0xAA0BDEC7L;
    for (g_12 = 0; (g_12 != (-20)); g_12 = safe_sub_func_int8_t_s_s(g_12, 5))
    { 
        uint64_t l_25[1];
        int8_t *l_26 = &g_14;
        int8_t *l_28 = &g_29;
        int32_t *l_30 = &g_16;
        int i;
        for (i = 0; i < 1; i++)
            l_25[i] = 0x3BF58AAE07EA4C57LL;
        if ((safe_rshift_func_int8_t_s_s(((*l_28) = (((*l_26) |= l_25[0]) <= l_27[2])), 4)))
        { 
            g_31 = l_30;
            if ((*p_18))
                continue;
        }
        else
        { 
            return g_10[3];
        }
    }
    if ((safe_div_func_uint64_t_u_u(g_12, (((((safe_lshift_func_uint8_t_u_u(249UL, 2)) | 0xD3L) > l_27[2]) || l_27[2]) , l_27[2]))))
    { 
        int8_t l_45 = 7L;
        int32_t l_52 = 0x58A4122EL;
        int32_t l_53[5] = {0x2FAFECEBL,0x2FAFECEBL,0x2FAFECEBL,0x2FAFECEBL,0x2FAFECEBL};
        int32_t l_55 = 3L;
        int i;
        for (g_14 = 0; (g_14 <= 13); ++g_14)
        { 
            uint64_t l_38 = 18446744073709551609UL;
            return l_38;
        }
        for (g_16 = (-15); (g_16 <= (-18)); --g_16)
        { 
            g_42[1] = l_41;
        }
        if (((*p_18) = ((safe_div_func_int16_t_s_s(0x097EL, 0xFBC0L)) == l_45)))
        { 
            int32_t *l_46 = (void*)0;
            int32_t *l_47[6];
            uint64_t l_49 = 0xB54C5F6B4AB19F88LL;
            int64_t l_54 = 1L;
            int i;
            for (i = 0; i < 6; i++)
                l_47[i] = &g_16;
            l_49--;
            g_65--;
            --l_68;
        }
        else
        { 
            uint8_t l_77 = 255UL;
            (*g_78) |= (safe_mod_func_uint32_t_u_u(((safe_rshift_func_int8_t_s_u((safe_mul_func_uint8_t_u_u(((&l_45 != &g_14) && l_77), (*l_41))), l_52)) , 0x1BDB030FL), l_55));
        }
    }
    else
    { 
        return (*l_41);
    }
    for (g_8 = (-13); (g_8 < (-22)); g_8--)
    { 
        uint32_t l_89 = 1UL;
        for (l_68 = 0; (l_68 == 2); l_68 = safe_add_func_int64_t_s_s(l_68, 1))
        { 
            int64_t *l_95 = &g_56;
            int32_t l_96 = 1L;
            int16_t *l_97[1];
            int8_t *l_98[5] = {&g_14,&g_14,&g_14,&g_14,&g_14};
            int32_t *l_99 = (void*)0;
            int i;
            for (i = 0; i < 1; i++)
                l_97[i] = &g_10[0];
            g_63 |= ((safe_div_func_int16_t_s_s((g_64 = (((safe_mul_func_int8_t_s_s((l_60 &= (safe_mul_func_uint16_t_u_u(l_89, (g_10[3] = (((((!(l_61[0] ^= (safe_add_func_int64_t_s_s(((*l_95) = (safe_div_func_uint32_t_u_u((0xDCL >= 0xEFL), (*l_41)))), 1UL)))) , g_65) , g_10[2]) != 0x2808L) || l_96))))), l_96)) , l_89) , (*l_41))), l_89)) || 0x04L);
            return l_89;
        }
        (*g_104) |= (safe_mul_func_uint8_t_u_u((safe_div_func_int64_t_s_s(0xE593F29F9B9B769ELL, ((0x79L > 0xBAL) || l_89))), (*l_41)));
    }
    return g_56;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_8, "g_8", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_10[i], "g_10[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_14, "g_14", print_hash_value);
    transparent_crc(g_16, "g_16", print_hash_value);
    transparent_crc(g_29, "g_29", print_hash_value);
    transparent_crc(g_48, "g_48", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_57, "g_57", print_hash_value);
    transparent_crc(g_58, "g_58", print_hash_value);
    transparent_crc(g_62, "g_62", print_hash_value);
    transparent_crc(g_63, "g_63", print_hash_value);
    transparent_crc(g_64, "g_64", print_hash_value);
    transparent_crc(g_65, "g_65", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
