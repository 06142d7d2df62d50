// lp64: 2934778915329963899
// ilp32: 2934778915329963899
// Options:   --seed 20091 --no-argc --concise --max-funcs 3 --max-block-depth 2 --max-block-size 2 --max-expr-complexity 7 --max-array-dim 1 --max-array-len-per-dim 6 --max-pointer-depth 3 --max-struct-fields 7 --no-consts --take-no-union-field-addr --float --strict-float --builtins --disable-builtin-kinds x86
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;


struct S0 {
   signed f0 : 28;
   signed f1 : 3;
   volatile unsigned f2 : 26;
};


static volatile uint64_t g_8 = 18446744073709551613UL;
static int32_t g_10[1] = {0xD62E6525L};
static int32_t g_27 = (-1L);
static float g_53 = 0x1.Cp-1;
static volatile float g_56 = 0x8.Bp+1;
static int64_t g_57 = 0xA82D85846CF466DFLL;
static uint32_t g_58 = 1UL;
static volatile int32_t g_64 = 0xD16AAEF4L;
static float g_65 = (-0x10.5p+1);
static float g_66 = 0x1.Ep-1;
static volatile float g_67 = (-0x6.2p-1);
static volatile int16_t g_69 = 0x8CB0L;
static volatile uint32_t g_70 = 0UL;
static int32_t *g_74 = &g_10[0];
static int32_t * volatile * volatile g_73 = &g_74;
static struct S0 g_75 = {10958,1,6530};
static int32_t g_87 = 4L;
static struct S0 g_122 = {5018,0,3023};



static struct S0  func_1(void);
static float  func_38(uint32_t  p_39, uint32_t  p_40, int32_t * p_41, int16_t  p_42, int8_t  p_43);
static struct S0  func_44(uint8_t  p_45, int32_t * p_46, int32_t * p_47);




static struct S0  func_1(void)
{ 
    uint32_t l_4 = 0UL;
    int32_t *l_9 = &g_10[0];
    float l_102 = (-0x7.7p-1);
    int32_t l_105 = 0xDCA9E6B2L;
    int32_t l_106[4] = {(-1L),(-1L),(-1L),(-1L)};
    int32_t l_120 = 0x1DBEFC3FL;
    int32_t *l_121 = &l_106[1];
    int i;
    if ((l_4 & (((251UL || (~(safe_sub_func_uint32_t_u_u(l_4, ((1L & 0x9EL) | ((((*l_9) = (g_8 == l_4)) > 9L) || 0UL)))))) | l_4) < l_4)))
    { 
        float l_15 = 0x7.7045B3p-72;
        uint16_t l_16 = 65535UL;
        if ((*l_9))
        { 
            int32_t *l_11 = &g_10[0];
            int32_t *l_12 = (void*)0;
            int32_t *l_13 = &g_10[0];
            int32_t *l_14[5] = {(void*)0,(void*)0,(void*)0,(void*)0,(void*)0};
            int i;
            --l_16;
        }
        else
        { 
            (*l_9) = 1L;
        }
    }
    else
    { 
        int32_t l_25 = 0x5BB5A275L;
        int32_t *l_26 = &g_27;
        int32_t *l_28 = &l_25;
        int32_t *l_49 = &g_10[0];
        int32_t **l_48 = &l_49;
        int32_t *l_50[1];
        float *l_103 = &g_53;
        int i;
        for (i = 0; i < 1; i++)
            l_50[i] = &g_10[0];
        if ((safe_rshift_func_int8_t_s_s((safe_mul_func_int16_t_s_s((safe_rshift_func_int8_t_s_u((((((((*l_28) = ((*l_26) |= l_25)) || (safe_sub_func_int8_t_s_s((((safe_mul_func_float_f_f((((l_25 , (*l_9)) != (safe_add_func_float_f_f(((safe_mul_func_float_f_f((!0x2.C9DBE4p+58), (((*l_103) = (((func_38((func_44((((*l_48) = (void*)0) == (void*)0), &g_27, l_50[0]) , 0xF00AC9E8L), (*l_9), &g_27, g_10[0], (*l_9)) < 0x1.48893Bp-23) , g_57) >= l_102)) , 0x6.2BFC98p-0))) <= g_27), 0xF.72180Ap-90))) != g_10[0]), g_65)) <= (*l_9)) , g_75.f2), g_57))) < 0x37F326F7L) <= g_57) >= g_75.f1) < g_10[0]), 6)), (*l_9))), 1)))
        { 
            int32_t *l_104 = &g_10[0];
            (*l_48) = l_104;
        }
        else
        { 
            int64_t l_107 = 0x165F177B5993E3A2LL;
            int32_t l_108 = (-1L);
            int32_t l_109 = 0x06419DAFL;
            int32_t l_110 = 2L;
            int32_t l_111 = 3L;
            int32_t l_112[3];
            uint8_t l_113[1];
            int32_t l_117 = (-6L);
            int i;
            for (i = 0; i < 3; i++)
                l_112[i] = 0x8FFF8B02L;
            for (i = 0; i < 1; i++)
                l_113[i] = 0x18L;
            --l_113[0];
            l_110 = (safe_unary_minus_func_int16_t_s((g_75.f2 == ((*l_9) = l_117))));
        }
    }
    (*l_121) |= (safe_sub_func_int32_t_s_s(l_120, (*l_9)));
    return g_122;
}



static float  func_38(uint32_t  p_39, uint32_t  p_40, int32_t * p_41, int16_t  p_42, int8_t  p_43)
{ 
    int32_t l_80 = 0L;
    int32_t **l_83 = &g_74;
    float *l_84 = &g_53;
    float *l_85 = &g_66;
    int32_t *l_86 = &g_87;
    uint32_t l_96[5];
    int i;
    for (i = 0; i < 5; i++)
        l_96[i] = 0x9FC04FBFL;
    if ((safe_rshift_func_int8_t_s_s(p_43, (((safe_add_func_uint8_t_u_u(((*l_86) = (((p_41 != ((((*l_85) = (l_80 < ((*l_84) = ((*p_41) , (safe_mul_func_float_f_f((l_83 == (p_42 , l_83)), 0x4.511E04p+23)))))) , 0xDB5163BE35A84480LL) , &g_27)) != g_75.f1) > (-1L))), 0UL)) | 0UL) || (**l_83)))))
    { 
        int32_t *l_91 = (void*)0;
        int32_t l_94[4];
        int32_t *l_95 = &g_87;
        int i;
        for (i = 0; i < 4; i++)
            l_94[i] = 0x2F9B9B50L;
        for (p_39 = 0; (p_39 <= 20); p_39 = safe_add_func_int64_t_s_s(p_39, 1))
        { 
            int32_t * volatile *l_90 = &l_86;
            (*l_90) = (*g_73);
            (*l_83) = l_91;
        }
        (*l_84) = ((&g_27 != &g_27) , (safe_add_func_float_f_f(((g_8 <= (((*l_95) = l_94[2]) >= p_40)) <= (g_27 , p_39)), g_65)));
    }
    else
    { 
        for (g_87 = 3; (g_87 >= 1); g_87 -= 1)
        { 
            int32_t *l_99 = &g_27;
            int32_t **l_98[2];
            int32_t ***l_97 = &l_98[0];
            int i;
            for (i = 0; i < 2; i++)
                l_98[i] = &l_99;
            (*l_97) = &p_41;
        }
        for (p_43 = 0; (p_43 > 5); p_43 = safe_add_func_int32_t_s_s(p_43, 9))
        { 
            (*l_86) = (*l_86);
        }
    }
    return p_40;
}



static struct S0  func_44(uint8_t  p_45, int32_t * p_46, int32_t * p_47)
{ 
    int32_t l_52 = 0xA29ADD92L;
    int32_t l_55[5];
    int i;
    for (i = 0; i < 5; i++)
        l_55[i] = 0x1F2AED5AL;
    if (g_27)
    { 
        int32_t *l_51[6] = {(void*)0,(void*)0,&g_10[0],(void*)0,(void*)0,&g_10[0]};
        float l_54[3];
        int i;
        for (i = 0; i < 3; i++)
            l_54[i] = 0xB.B6E743p-8;
        ++g_58;
    }
    else
    { 
        int32_t *l_61 = &l_55[1];
        int32_t l_68[3];
        int i;
        for (i = 0; i < 3; i++)
            l_68[i] = 1L;
        (*l_61) |= 0x633C574CL;
        if ((*p_47))
        { 
            int32_t *l_62 = &l_55[4];
            int32_t *l_63[3];
            int i;
            for (i = 0; i < 3; i++)
                l_63[i] = &l_55[4];
            g_70--;
        }
        else
        { 
            (*l_61) = (l_55[0] , (g_73 == &p_47));
        }
    }
    return g_75;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_8, "g_8", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_10[i], "g_10[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_27, "g_27", print_hash_value);
    transparent_crc_bytes (&g_53, sizeof(g_53), "g_53", print_hash_value);
    transparent_crc_bytes (&g_56, sizeof(g_56), "g_56", print_hash_value);
    transparent_crc(g_57, "g_57", print_hash_value);
    transparent_crc(g_58, "g_58", print_hash_value);
    transparent_crc(g_64, "g_64", print_hash_value);
    transparent_crc_bytes (&g_65, sizeof(g_65), "g_65", print_hash_value);
    transparent_crc_bytes (&g_66, sizeof(g_66), "g_66", print_hash_value);
    transparent_crc_bytes (&g_67, sizeof(g_67), "g_67", print_hash_value);
    transparent_crc(g_69, "g_69", print_hash_value);
    transparent_crc(g_70, "g_70", print_hash_value);
    transparent_crc(g_75.f0, "g_75.f0", print_hash_value);
    transparent_crc(g_75.f1, "g_75.f1", print_hash_value);
    transparent_crc(g_75.f2, "g_75.f2", print_hash_value);
    transparent_crc(g_87, "g_87", print_hash_value);
    transparent_crc(g_122.f0, "g_122.f0", print_hash_value);
    transparent_crc(g_122.f1, "g_122.f1", print_hash_value);
    transparent_crc(g_122.f2, "g_122.f2", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
