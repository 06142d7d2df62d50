// lp64: 4294967295
// ilp32: 4294967295
// Options:   --seed 20012 --no-argc --concise --max-funcs 2 --max-block-depth 2 --max-block-size 4 --max-expr-complexity 8 --max-array-dim 2 --max-array-len-per-dim 5 --max-pointer-depth 2 --max-struct-fields 2 --no-pointers --no-global-variables
#include "csmith.h"


static long __undefined;






static uint8_t  func_1(void);
static int64_t  func_4(uint8_t  p_5, int32_t  p_6, uint64_t  p_7);




static uint8_t  func_1(void)
{ 
    int32_t l_8 = 0L;
    int32_t l_21[2];
    uint32_t l_30 = 18446744073709551609UL;
    uint32_t l_31[5][3];
    int i, j;
    for (i = 0; i < 2; i++)
        l_21[i] = 0x3E0566A9L;
    for (i = 0; i < 5; i++)
    {
        for (j = 0; j < 3; j++)
            l_31[i][j] = 5UL;
    }
    l_21[1] = (safe_mod_func_int64_t_s_s(func_4(l_8, l_8, (l_31[3][2] = (safe_mul_func_int16_t_s_s((safe_mod_func_uint16_t_u_u(l_8, (safe_div_func_uint64_t_u_u(((safe_div_func_int64_t_s_s((((safe_lshift_func_int16_t_s_s((l_21[1] = (safe_div_func_uint8_t_u_u(l_8, l_8))), 14)) ^ (safe_add_func_int64_t_s_s(((safe_add_func_int32_t_s_s((safe_mod_func_int64_t_s_s((safe_sub_func_uint16_t_u_u(l_8, l_8)), l_8)), 0UL)) >= 18446744073709551611UL), 0UL))) , l_21[1]), l_30)) != l_30), 0x718BD850270F9E3DLL)))), l_30)))), l_8));
    return l_21[1];
}



static int64_t  func_4(uint8_t  p_5, int32_t  p_6, uint64_t  p_7)
{ 
    int32_t l_32 = 0x23DEC995L;
    int32_t l_39 = (-1L);
    int64_t l_72 = 0xA975881DD571B4D0LL;
    int32_t l_79 = 9L;
    int32_t l_84 = 8L;
    int32_t l_86 = 0L;
    uint64_t l_87 = 0x79D740F48B4F12B1LL;
    uint32_t l_139[3];
    int i;
    for (i = 0; i < 3; i++)
        l_139[i] = 4294967295UL;
lbl_90:
    l_32 = (l_32 && (l_32 <= (0xFBA2522AL < (safe_rshift_func_int16_t_s_s((safe_rshift_func_uint16_t_u_u((1L || ((((((safe_mul_func_uint16_t_u_u((l_39 = p_6), ((safe_add_func_uint8_t_u_u(((safe_mul_func_uint8_t_u_u((l_32 || (l_32 <= p_6)), p_6)) != p_6), l_32)) ^ l_32))) >= l_32) , l_39) <= l_32) <= l_32) < l_32)), 2)), l_32)))));
    for (p_7 = 0; (p_7 >= 20); ++p_7)
    { 
        int16_t l_54[1][5] = {{(-4L),(-4L),(-4L),(-4L),(-4L)}};
        int32_t l_59 = 0xE4064544L;
        int32_t l_81 = 0xB9758AC4L;
        int32_t l_82[2][3];
        uint32_t l_92 = 4UL;
        int32_t l_111 = 0x0C119CD2L;
        int64_t l_142 = (-1L);
        uint32_t l_163 = 1UL;
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 3; j++)
                l_82[i][j] = 7L;
        }
        l_59 = ((safe_div_func_int16_t_s_s(p_5, 65526UL)) == ((((safe_div_func_int16_t_s_s(((safe_sub_func_uint8_t_u_u(0x8EL, ((safe_add_func_int8_t_s_s((l_54[0][2] = 0L), ((0xF33BL != (safe_rshift_func_int8_t_s_s(0x08L, (safe_mod_func_int64_t_s_s(0x7A0585C2C102D1F7LL, 4L))))) != 18446744073709551613UL))) , l_54[0][2]))) , (-4L)), 0x0456L)) || l_39) < (-10L)) , 248UL));
        if ((safe_rshift_func_int16_t_s_u(((safe_sub_func_uint8_t_u_u(l_54[0][2], (safe_mul_func_uint8_t_u_u(l_32, ((((safe_add_func_uint32_t_u_u((safe_sub_func_int16_t_s_s((((safe_sub_func_int8_t_s_s(p_5, l_72)) , (safe_rshift_func_int8_t_s_u(0xA0L, (safe_lshift_func_uint16_t_u_u((safe_rshift_func_int8_t_s_u(l_79, (1L & 0x31B53A2AD41D6648LL))), p_7))))) , 0xD6FFL), l_72)), p_7)) < l_39) , p_5) , p_5))))) != 4294967291UL), l_39)))
        { 
            int16_t l_80 = 0xA1B6L;
            int32_t l_83 = 0x298B2365L;
            int32_t l_85 = 1L;
            ++l_87;
            if (p_6)
                goto lbl_90;
        }
        else
        { 
            int32_t l_91 = 8L;
            ++l_92;
        }
        if (p_6)
        { 
            return l_79;
        }
        else
        { 
            uint32_t l_102[4][2] = {{4294967295UL,1UL},{4294967295UL,1UL},{4294967295UL,1UL},{4294967295UL,1UL}};
            int32_t l_109 = 0x61D2E80BL;
            int32_t l_110[1][3];
            int32_t l_138[2][2];
            int i, j;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 3; j++)
                    l_110[i][j] = 7L;
            }
            for (i = 0; i < 2; i++)
            {
                for (j = 0; j < 2; j++)
                    l_138[i][j] = 0xB4B0677AL;
            }
            l_39 = (l_111 = ((safe_add_func_int8_t_s_s((l_32 = (l_81 &= ((((safe_unary_minus_func_uint32_t_u(4294967295UL)) & ((safe_sub_func_uint64_t_u_u((l_110[0][0] = (l_109 &= (l_59 = ((((safe_add_func_uint16_t_u_u(l_102[3][1], (safe_mul_func_int16_t_s_s((((0x61L < l_86) | (l_82[1][1] = (((safe_sub_func_int8_t_s_s((((safe_div_func_int32_t_s_s(((0xDAL != (l_102[0][1] <= p_7)) , 0x56BCC6B8L), p_5)) , l_102[3][1]) , p_5), 0xEFL)) > p_7) & l_79))) <= p_6), 0L)))) & p_7) && 0x8BL) & 0x15F9L)))), 0UL)) , (-7L))) | p_5) > 0L))), p_7)) == 0x36F42B88B27CD67DLL));
            l_82[1][0] = (safe_sub_func_uint16_t_u_u((safe_mul_func_int16_t_s_s((p_5 , l_110[0][0]), (-6L))), (+(safe_mod_func_uint8_t_u_u((safe_rshift_func_uint16_t_u_u(((!(((safe_mul_func_int16_t_s_s(((l_86 , (l_59 = l_72)) <= 4294967294UL), l_54[0][2])) >= 9UL) ^ l_110[0][0])) ^ 0x13B7L), 14)), 255UL)))));
            l_109 = (l_86 = ((l_102[3][1] , ((safe_rshift_func_uint16_t_u_u((((p_6 || (safe_rshift_func_int8_t_s_s((safe_lshift_func_uint8_t_u_s((safe_add_func_int16_t_s_s((l_138[0][1] &= ((((((l_110[0][0] = ((l_32 != (l_39 = l_102[2][0])) , (safe_sub_func_int32_t_s_s(((l_54[0][2] || (p_5 = p_6)) | ((safe_div_func_int16_t_s_s((safe_rshift_func_uint8_t_u_u((((p_7 || 7L) , l_109) && l_72), l_110[0][0])), l_79)) && p_7)), p_7)))) <= l_82[1][2]) & 18446744073709551615UL) , p_6) , l_86) || p_6)), p_7)), l_139[2])), l_32))) <= p_6) | l_82[1][2]), l_109)) || 18446744073709551612UL)) ^ l_72));
            l_142 &= (0x146544C23B8D9BCALL >= (safe_add_func_int64_t_s_s(p_6, l_138[0][0])));
        }
        l_39 = (!(l_82[0][1] = (safe_mul_func_int16_t_s_s((safe_lshift_func_int8_t_s_u(l_142, 7)), (safe_mul_func_int8_t_s_s((safe_mod_func_int32_t_s_s((safe_rshift_func_int16_t_s_u((safe_mod_func_int16_t_s_s(p_5, ((p_6 && (safe_sub_func_int64_t_s_s((((safe_unary_minus_func_uint16_t_u(((safe_add_func_uint16_t_u_u((safe_sub_func_uint32_t_u_u(l_32, (((0xEBL == (0x4D72531CL || (l_59 = l_86))) != l_139[2]) & p_7))), p_7)) , p_7))) < p_7) <= 65535UL), 0x970BCD743813938ALL))) , p_6))), l_163)), p_6)), l_32))))));
    }
    return l_32;
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
