// lp64: 4294967295
// ilp32: 4294967295
// Options:   --seed 20075 --no-argc --concise --max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 6 --max-array-dim 1 --max-array-len-per-dim 5 --max-pointer-depth 1 --max-struct-fields 3 --no-global-variables
#include "csmith.h"


static long __undefined;


struct S0 {
   uint32_t  f0;
   int32_t  f1;
   const int64_t  f2;
};

#pragma pack(push)
#pragma pack(1)
struct S1 {
   uint8_t  f0;
   uint32_t  f1;
   int16_t  f2;
};
#pragma pack(pop)





static int32_t  func_1(void);
static uint16_t  func_12(int32_t  p_13, int8_t  p_14);
static int32_t  func_15(uint16_t  p_16);




static int32_t  func_1(void)
{ 
    int32_t l_2 = (-4L);
    int8_t l_84 = 0L;
    struct S0 l_113 = {2UL,-1L,0x4462018547ECB7BBLL};
    uint64_t l_115 = 0x5F81354494E20030LL;
    uint64_t *l_114 = &l_115;
    int16_t l_117 = 0x1A92L;
    int16_t *l_116 = &l_117;
    int32_t l_119[2];
    int32_t *l_118 = &l_119[0];
    int32_t l_120 = 1L;
    int i;
    for (i = 0; i < 2; i++)
        l_119[i] = 0xFE56077EL;
    for (l_2 = 0; (l_2 > (-22)); l_2 = safe_sub_func_uint64_t_u_u(l_2, 1))
    { 
        int8_t l_5[2];
        int i;
        for (i = 0; i < 2; i++)
            l_5[i] = 0x7AL;
        if (l_5[0])
            break;
    }
    (*l_118) &= ((((*l_116) |= (~((safe_add_func_int8_t_s_s((!(safe_mul_func_int16_t_s_s((l_2 = (func_12(func_15(l_2), l_84) < (((*l_114) = ((((l_113 , (void*)0) != &l_84) , (void*)0) == &l_84)) || (-4L)))), l_113.f1))), 255UL)) != l_113.f2))) , l_113.f2) == l_113.f2);
    return l_120;
}



static uint16_t  func_12(int32_t  p_13, int8_t  p_14)
{ 
    int8_t l_85 = 0xA5L;
    int16_t *l_92 = (void*)0;
    int32_t l_95 = 0xBCD9968CL;
    int32_t l_97 = (-6L);
    int32_t l_101[2];
    int32_t *l_110[4] = {&l_95,&l_95,&l_95,&l_95};
    uint16_t l_111 = 65535UL;
    int32_t l_112[5] = {0x32A7A6E0L,0x32A7A6E0L,0x32A7A6E0L,0x32A7A6E0L,0x32A7A6E0L};
    int i;
    for (i = 0; i < 2; i++)
        l_101[i] = (-10L);
    if (l_85)
    { 
        int32_t l_86 = 0xF5D4612AL;
        int32_t l_88 = 0xEB92859FL;
        int32_t *l_87 = &l_88;
        l_86 |= (4294967295UL <= p_14);
        (*l_87) &= l_86;
    }
    else
    { 
        int32_t l_90[2];
        int32_t *l_89 = &l_90[1];
        int32_t *l_91 = &l_90[1];
        int16_t l_94 = 0x05A4L;
        int16_t *l_93 = &l_94;
        int i;
        for (i = 0; i < 2; i++)
            l_90[i] = 0xE00DC0F6L;
        l_91 = (l_89 = l_89);
        (*l_89) = (l_92 == l_93);
        for (l_94 = 0; (l_94 <= 1); l_94 += 1)
        { 
            int32_t l_96 = 0x7343453DL;
            int32_t *l_98 = &l_90[1];
            int32_t *l_99 = &l_90[0];
            int32_t *l_100 = &l_90[1];
            int32_t *l_102 = (void*)0;
            int32_t *l_103 = &l_97;
            int32_t *l_104 = &l_101[0];
            int64_t l_105 = 0xF42CBA3753CE469CLL;
            int32_t *l_106 = &l_101[1];
            uint16_t l_107 = 65531UL;
            int i;
            --l_107;
        }
    }
    l_111 ^= (l_97 && (0xA390A4143F40280CLL ^ 8L));
    return l_112[0];
}



static int32_t  func_15(uint16_t  p_16)
{ 
    struct S1 l_26 = {249UL,3UL,0xD20BL};
    struct S1 *l_25 = &l_26;
    int8_t l_48[1];
    int32_t l_75 = 0x267C8CEAL;
    int32_t l_78 = 0L;
    int32_t l_79[5];
    int32_t *l_83 = &l_75;
    int i;
    for (i = 0; i < 1; i++)
        l_48[i] = 0x80L;
    for (i = 0; i < 5; i++)
        l_79[i] = 0x9633F8A1L;
    for (p_16 = 0; (p_16 < 44); p_16 = safe_add_func_uint8_t_u_u(p_16, 5))
    { 
        int32_t l_22 = 1L;
        int32_t *l_21 = &l_22;
        struct S1 l_27 = {255UL,4294967290UL,0L};
        int16_t *l_42 = &l_26.f2;
        int16_t l_64 = (-1L);
        struct S0 l_73 = {4294967287UL,0x03B64E31L,0x6A90D2634D7F4843LL};
        struct S0 *l_72 = &l_73;
        int32_t l_76[4];
        int i;
        for (i = 0; i < 4; i++)
            l_76[i] = 4L;
        (*l_21) = (7L ^ (safe_rshift_func_uint8_t_u_s(p_16, 6)));
        for (l_22 = 0; (l_22 == 5); ++l_22)
        { 
            uint64_t l_28[1];
            int i;
            for (i = 0; i < 1; i++)
                l_28[i] = 0xCD4A7974498B94BELL;
            l_25 = l_25;
            (*l_25) = l_27;
            --l_28[0];
        }
        if ((safe_mod_func_int8_t_s_s((safe_lshift_func_uint16_t_u_s((&l_22 != (void*)0), (safe_add_func_uint64_t_u_u((((*l_21) = (-1L)) , ((~((safe_rshift_func_uint16_t_u_u((((*l_21) = ((*l_42) |= (safe_rshift_func_int16_t_s_u(l_26.f0, 13)))) < (l_48[0] = (safe_add_func_uint8_t_u_u((safe_add_func_int64_t_s_s((+l_26.f1), p_16)), p_16)))), 11)) & 0x2A41536CL)) == l_26.f1)), p_16)))), p_16)))
        { 
            int16_t l_57 = 0x52B8L;
            int8_t *l_58[3];
            uint8_t *l_63 = (void*)0;
            int32_t *l_65 = (void*)0;
            int32_t l_67[1];
            int32_t *l_66 = &l_67[0];
            int32_t l_69[5] = {1L,1L,1L,1L,1L};
            int32_t *l_68 = &l_69[1];
            struct S0 l_71 = {0xCB758C9EL,0x33C58D4CL,0xF97A265D28285606LL};
            struct S0 * const l_70 = &l_71;
            int i;
            for (i = 0; i < 3; i++)
                l_58[i] = &l_48[0];
            for (i = 0; i < 1; i++)
                l_67[i] = 0x1DA89A03L;
            (*l_68) = ((*l_66) = (safe_add_func_int32_t_s_s(p_16, (safe_lshift_func_uint8_t_u_s((l_64 = (safe_rshift_func_int16_t_s_s((0xC64EL >= (safe_div_func_int8_t_s_s(((*l_21) = l_57), (safe_div_func_int16_t_s_s((((p_16 && (safe_sub_func_uint16_t_u_u((0x8FL != (-9L)), l_57))) && p_16) , p_16), 0x3F0DL))))), l_57))), 0)))));
            l_72 = l_70;
        }
        else
        { 
            int32_t *l_74[3];
            int16_t l_77 = 1L;
            uint32_t l_80 = 3UL;
            int i;
            for (i = 0; i < 3; i++)
                l_74[i] = (void*)0;
            l_80++;
            l_83 = (void*)0;
        }
    }
    return p_16;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
