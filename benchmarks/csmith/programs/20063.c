// lp64: 4294967295
// ilp32: 4294967295
// Options:   --seed 20063 --no-argc --concise --max-funcs 4 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 3 --max-pointer-depth 3 --max-struct-fields 8 --no-global-variables
#include "csmith.h"


static long __undefined;


union U0 {
   signed f0 : 14;
   int32_t  f1;
};





static const int32_t  func_1(void);
static int32_t * func_2(uint8_t  p_3, int32_t * p_4, union U0  p_5, uint32_t  p_6, uint32_t  p_7);
static uint8_t  func_8(union U0  p_9, int32_t * p_10, int32_t * p_11, const int32_t * p_12);
static int32_t ** func_31(int32_t * p_32, int32_t ** p_33, int32_t ** p_34, int32_t ** p_35);




static const int32_t  func_1(void)
{ 
    union U0 l_13 = {0x15F0ED1AL};
    int32_t l_15 = 0xDCC590F0L;
    int32_t *l_14 = &l_15;
    int32_t l_16 = 0x27CAD7D7L;
    union U0 l_30[1] = {{1L}};
    int32_t **l_75 = &l_14;
    const uint32_t l_76 = 1UL;
    int i;
    (*l_75) = func_2(func_8(l_13, l_14, (((*l_14) <= l_16) , (void*)0), &l_15), &l_15, l_30[0], (*l_14), (*l_14));
    return l_76;
}



static int32_t * func_2(uint8_t  p_3, int32_t * p_4, union U0  p_5, uint32_t  p_6, uint32_t  p_7)
{ 
    int32_t l_37 = 0xD66E5DC6L;
    int32_t *l_36 = &l_37;
    int32_t **l_50 = (void*)0;
    int32_t ***l_49 = &l_50;
    int8_t l_54[2];
    int i;
    for (i = 0; i < 2; i++)
        l_54[i] = 0x5BL;
    (*l_49) = func_31(l_36, &l_36, &p_4, &l_36);
    for (p_5.f1 = 0; (p_5.f1 > (-24)); p_5.f1 = safe_sub_func_int32_t_s_s(p_5.f1, 2))
    { 
        uint64_t l_56 = 0x4ACF27260E960871LL;
        int32_t l_64 = 0x0C48983CL;
        int16_t l_72 = (-9L);
    }
    (*p_4) = (18446744073709551609UL > ((safe_sub_func_uint16_t_u_u((0x3326L == p_6), p_3)) | 0xCBL));
    return p_4;
}



static uint8_t  func_8(union U0  p_9, int32_t * p_10, int32_t * p_11, const int32_t * p_12)
{ 
    uint8_t l_27 = 252UL;
    for (p_9.f1 = (-14); (p_9.f1 >= 20); ++p_9.f1)
    { 
        int32_t l_20[2][1];
        int32_t *l_19 = &l_20[0][0];
        int32_t *l_21 = &l_20[0][0];
        int32_t *l_22 = (void*)0;
        int32_t *l_23 = &l_20[0][0];
        int32_t *l_24 = &l_20[0][0];
        int32_t *l_25 = &l_20[0][0];
        int32_t *l_26 = (void*)0;
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 1; j++)
                l_20[i][j] = 1L;
        }
        l_27--;
        (*l_24) = (*p_12);
    }
    return p_9.f0;
}



static int32_t ** func_31(int32_t * p_32, int32_t ** p_33, int32_t ** p_34, int32_t ** p_35)
{ 
    int32_t l_40 = (-9L);
    int32_t *l_39 = &l_40;
    int32_t **l_38 = &l_39;
    int32_t **l_41[3];
    int32_t **l_42 = &l_39;
    int32_t **l_43 = &l_39;
    int32_t **l_44 = &l_39;
    int32_t **l_45 = &l_39;
    int32_t **l_46 = &l_39;
    int32_t **l_47 = &l_39;
    int32_t **l_48 = (void*)0;
    int i;
    for (i = 0; i < 3; i++)
        l_41[i] = &l_39;
    return l_48;
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
