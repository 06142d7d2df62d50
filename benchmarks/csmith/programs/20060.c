// lp64: 6049138243029402978
// ilp32: 6049138243029402978
// Options:   --seed 20060 --no-argc --concise --max-funcs 4 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 1 --max-array-len-per-dim 4 --max-pointer-depth 2 --max-struct-fields 3 --no-packed-struct --builtins --disable-builtin-kinds x86
#include "csmith.h"


static long __undefined;


union U2 {
   int32_t  f0;
   int32_t  f1;
   volatile int16_t  f2;
};

union U5 {
   const int32_t  f0;
   const int8_t  f1;
   int16_t  f2;
   volatile signed f3 : 10;
};


static int32_t g_2 = 0x653D4237L;
static int64_t g_5 = 0x4276038591B68DEELL;
static int32_t g_7[3] = {9L,9L,9L};
static int8_t g_27 = 4L;
static int16_t g_29 = 0xB9C3L;
static volatile union U5 g_49 = {0L};
static uint8_t g_56 = 0x99L;
static uint8_t * volatile g_69[3] = {(void*)0,(void*)0,(void*)0};
static uint8_t * volatile * volatile g_68 = &g_69[0];
static int32_t *g_74[3] = {&g_7[0],&g_7[0],&g_7[0]};
static int32_t ** volatile g_73 = &g_74[2];
static union U2 g_84 = {0x103ABED3L};
static const int32_t *g_89 = &g_84.f0;
static const int32_t ** volatile g_88 = &g_89;
static const int32_t ** volatile g_91 = &g_89;



static uint64_t  func_1(void);
static int8_t  func_32(int16_t  p_33, uint32_t  p_34, int8_t * p_35);
static int16_t  func_36(int16_t  p_37, const uint32_t  p_38, int8_t * p_39, int64_t  p_40);
static int16_t  func_41(int32_t * p_42, const int8_t  p_43, int16_t  p_44, uint32_t  p_45);




static uint64_t  func_1(void)
{ 
    uint64_t l_18 = 1UL;
    int8_t l_70 = 0x37L;
lbl_31:
    for (g_2 = 29; (g_2 != 11); g_2--)
    { 
        int32_t *l_6 = &g_7[0];
        int32_t *l_8 = &g_7[0];
        int32_t *l_9 = &g_7[0];
        int32_t *l_10 = (void*)0;
        int32_t *l_11 = &g_7[0];
        int32_t *l_12 = &g_7[0];
        int32_t *l_13 = &g_7[2];
        int32_t *l_14 = &g_7[2];
        int32_t *l_15 = (void*)0;
        int32_t *l_16 = (void*)0;
        int32_t *l_17[3];
        int i;
        for (i = 0; i < 3; i++)
            l_17[i] = (void*)0;
        ++l_18;
        for (l_18 = 0; (l_18 <= 2); l_18 += 1)
        { 
            int32_t l_21[2];
            int i;
            for (i = 0; i < 2; i++)
                l_21[i] = (-1L);
            for (g_5 = 0; g_5 < 3; g_5 += 1)
            {
                g_7[g_5] = 1L;
            }
            l_21[1] ^= g_7[l_18];
        }
    }
    for (g_5 = 5; (g_5 == (-26)); g_5 = safe_sub_func_uint16_t_u_u(g_5, 4))
    { 
        int8_t *l_26 = &g_27;
        int16_t *l_28 = &g_29;
        uint32_t l_30 = 0UL;
        uint64_t l_46 = 0xA6F32215F8F5063FLL;
        const int32_t *l_87 = &g_84.f1;
        if ((safe_add_func_uint16_t_u_u(l_18, (((*l_28) = ((void*)0 == l_26)) | l_30))))
        { 
            if (g_2)
                goto lbl_31;
        }
        else
        { 
            return g_29;
        }
        if ((func_32(((func_36(func_41(&g_2, l_18, l_30, l_46), l_30, l_26, g_5) | 0x504AL) ^ l_70), g_27, &l_70) <= 2UL))
        { 
            union U2 *l_79 = (void*)0;
            if ((**g_73))
            { 
                return l_18;
            }
            else
            { 
                union U2 **l_80 = &l_79;
                union U2 **l_81 = (void*)0;
                union U2 *l_83 = &g_84;
                union U2 **l_82 = &l_83;
                (*l_82) = ((*l_80) = l_79);
            }
        }
        else
        { 
            if (((safe_mul_func_int8_t_s_s(g_84.f0, l_70)) , (**g_73)))
            { 
                int32_t *l_90 = &g_7[0];
                (*g_88) = l_87;
                (*l_90) = 0xC0253A10L;
                (*g_91) = (*g_88);
            }
            else
            { 
                union U2 *l_93 = &g_84;
                union U2 **l_92 = &l_93;
                (*l_92) = (void*)0;
            }
        }
    }
    return g_7[1];
}



static int8_t  func_32(int16_t  p_33, uint32_t  p_34, int8_t * p_35)
{ 
    int8_t l_71[4];
    int32_t *l_72 = &g_2;
    int16_t *l_78[3];
    int16_t **l_77 = &l_78[1];
    int i;
    for (i = 0; i < 4; i++)
        l_71[i] = 0x72L;
    for (i = 0; i < 3; i++)
        l_78[i] = &g_29;
    (*g_73) = ((l_71[0] == func_41(&g_2, (*p_35), l_71[0], l_71[0])) , l_72);
    l_77 = ((func_36(((safe_add_func_int8_t_s_s((6L >= (g_27 = ((*p_35) = (*l_72)))), 5L)) != p_34), g_5, &l_71[3], (*l_72)) , g_56) , (void*)0);
    return (*l_72);
}



static int16_t  func_36(int16_t  p_37, const uint32_t  p_38, int8_t * p_39, int64_t  p_40)
{ 
    int8_t l_65 = 0x81L;
    if ((safe_rshift_func_int8_t_s_s(((((safe_mul_func_uint8_t_u_u((safe_div_func_int64_t_s_s(l_65, (safe_mod_func_uint32_t_u_u(p_38, g_49.f3)))), p_38)) , 0x8CL) || 5UL) ^ l_65), l_65)))
    { 
        return g_29;
    }
    else
    { 
        g_68 = (void*)0;
    }
    return p_38;
}



static int16_t  func_41(int32_t * p_42, const int8_t  p_43, int16_t  p_44, uint32_t  p_45)
{ 
    uint8_t l_54 = 0xAEL;
    uint8_t *l_55 = &g_56;
    uint8_t l_57 = 0xFDL;
    int32_t *l_58 = &g_7[0];
    (*l_58) ^= ((*p_42) = (safe_div_func_int64_t_s_s((g_49 , (safe_sub_func_uint8_t_u_u(((*l_55) |= (safe_sub_func_uint16_t_u_u(65531UL, l_54))), 0x21L))), l_57)));
    return p_43;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_7[i], "g_7[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_27, "g_27", print_hash_value);
    transparent_crc(g_29, "g_29", print_hash_value);
    transparent_crc(g_49.f0, "g_49.f0", print_hash_value);
    transparent_crc(g_49.f1, "g_49.f1", print_hash_value);
    transparent_crc(g_49.f2, "g_49.f2", print_hash_value);
    transparent_crc(g_49.f3, "g_49.f3", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_84.f0, "g_84.f0", print_hash_value);
    transparent_crc(g_84.f1, "g_84.f1", print_hash_value);
    transparent_crc(g_84.f2, "g_84.f2", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
