// lp64: 4294967295
// ilp32: 4294967295
// Options:   --seed 20007 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 7 --max-array-dim 2 --max-array-len-per-dim 6 --max-pointer-depth 1 --max-struct-fields 7 --no-jumps --no-global-variables
#include "csmith.h"


static long __undefined;






static uint32_t  func_1(void);
static int16_t  func_28(int32_t * p_29, int32_t * const  p_30, int32_t * p_31, int32_t * p_32);




static uint32_t  func_1(void)
{ 
    int32_t l_2 = 0x13B91020L;
    int32_t l_5[1];
    int16_t l_10 = 5L;
    uint32_t l_11 = 0xEA4CC78BL;
    int8_t l_53 = 1L;
    int64_t l_55 = 0x5F8E08A2E4B19773LL;
    int32_t *l_56[1][1];
    uint16_t l_59 = 0x3763L;
    int i, j;
    for (i = 0; i < 1; i++)
        l_5[i] = (-5L);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_56[i][j] = (void*)0;
    }
    for (l_2 = (-25); (l_2 != (-25)); l_2 = safe_add_func_uint16_t_u_u(l_2, 9))
    { 
        int32_t *l_6 = &l_5[0];
        int32_t *l_7 = &l_5[0];
        int32_t *l_8[4];
        int8_t l_9 = (-1L);
        int i;
        for (i = 0; i < 4; i++)
            l_8[i] = &l_5[0];
        l_11++;
    }
    for (l_2 = 0; l_2 < 1; l_2 += 1)
    {
        l_5[l_2] = 0x054F5258L;
    }
    if (((safe_mod_func_int64_t_s_s((l_5[0] , 0x15EA95504247EC8ALL), l_2)) | (l_10 , (l_5[0] & l_5[0]))))
    { 
        uint64_t l_16[6] = {0x8F630B13CFF85525LL,18446744073709551610UL,0x8F630B13CFF85525LL,0x8F630B13CFF85525LL,18446744073709551610UL,0x8F630B13CFF85525LL};
        int i;
        l_2 = (l_16[2] | l_16[2]);
    }
    else
    { 
        int32_t l_21 = 0x7C3AC0F7L;
        int32_t *l_22[2];
        uint32_t l_27[2][5] = {{0x57CFBC2AL,0x57CFBC2AL,0x57CFBC2AL,0x57CFBC2AL,0x57CFBC2AL},{0xEDE1F3C6L,0xEDE1F3C6L,0xEDE1F3C6L,0xEDE1F3C6L,0xEDE1F3C6L}};
        int16_t *l_54 = &l_10;
        int32_t l_57[3];
        uint32_t l_58 = 0xF5299BB1L;
        int i, j;
        for (i = 0; i < 2; i++)
            l_22[i] = &l_5[0];
        for (i = 0; i < 3; i++)
            l_57[i] = 0x543F0C89L;
        l_5[0] = (safe_add_func_int16_t_s_s(((*l_54) = (safe_rshift_func_int8_t_s_s(l_21, (((void*)0 != l_22[1]) | ((((safe_mod_func_int64_t_s_s((((((safe_rshift_func_int16_t_s_s(l_27[0][1], func_28((l_11 , l_22[0]), l_22[1], l_22[0], l_22[1]))) <= l_53) & 0x35D61FA6E79906C8LL) || l_53) , l_10), l_11)) & 4UL) , l_2) > l_11))))), 0xAA9AL));
        l_5[0] ^= l_55;
        l_56[0][0] = &l_5[0];
        l_58 &= l_57[2];
    }
    return l_59;
}



static int16_t  func_28(int32_t * p_29, int32_t * const  p_30, int32_t * p_31, int32_t * p_32)
{ 
    int32_t l_36 = 0x20FE2C0AL;
    int32_t *l_35 = &l_36;
    uint32_t *l_45 = (void*)0;
    uint32_t l_47 = 4294967295UL;
    uint32_t *l_46[1][3];
    int32_t l_48[4][2] = {{0x8CF3A2ABL,0x8CF3A2ABL},{0x8CF3A2ABL,0x8CF3A2ABL},{0x8CF3A2ABL,0x8CF3A2ABL},{0x8CF3A2ABL,0x8CF3A2ABL}};
    uint64_t l_49 = 18446744073709551609UL;
    int32_t l_50[5][2] = {{0xE1E3E4B8L,0L},{0L,0xE1E3E4B8L},{0L,0L},{0xE1E3E4B8L,0L},{0L,0xE1E3E4B8L}};
    int32_t *l_51 = &l_50[0][0];
    int16_t l_52[1];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
            l_46[i][j] = &l_47;
    }
    for (i = 0; i < 1; i++)
        l_52[i] = 0xE548L;
    (*p_32) = (safe_lshift_func_int16_t_s_s(((((p_29 == l_35) , (*l_35)) , &l_36) != (((*l_51) = (safe_mod_func_uint64_t_u_u((safe_lshift_func_uint16_t_u_u((((((safe_lshift_func_uint8_t_u_u((safe_mod_func_uint32_t_u_u((l_48[2][0] = (*l_35)), l_49)), 3)) , (-1L)) , l_50[0][0]) && (*l_35)) <= (*l_35)), 5)), (*l_35)))) , p_30)), (*l_35)));
    (*l_35) = (*p_31);
    return l_52[0];
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
