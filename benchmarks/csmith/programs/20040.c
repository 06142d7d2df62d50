// lp64: 6994036485233761192
// ilp32: 6994036485233761192
// Options:   --seed 20040 --no-argc --concise --max-funcs 4 --max-block-depth 3 --max-block-size 2 --max-expr-complexity 2 --max-array-dim 3 --max-array-len-per-dim 3 --max-pointer-depth 3 --max-struct-fields 4 --no-arrays --no-return-structs --take-no-union-field-addr --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static int8_t g_7 = 0x31L;
static int8_t *g_6 = &g_7;
static int32_t g_9 = 4L;
static volatile int64_t g_10 = (-10L);
static volatile uint8_t g_29 = 2UL;
static uint32_t g_42 = 4294967295UL;
static uint32_t g_44 = 1UL;
static uint32_t g_46 = 0xEEDA781BL;
static uint32_t g_56 = 0x8945CB29L;
static uint32_t * volatile g_55 = &g_56;
static int32_t *g_57 = &g_9;
static int32_t ** volatile g_58 = &g_57;
static int32_t ** volatile g_59 = &g_57;
static int32_t ** volatile g_63 = &g_57;



static int64_t  func_1(void);
static int32_t * func_2(const int32_t * p_3);
static int32_t * func_4(int8_t * p_5);
static uint8_t  func_37(int64_t  p_38);




static int64_t  func_1(void)
{ 
    (*g_63) = func_2(func_4(g_6));
    return g_7;
}



static int32_t * func_2(const int32_t * p_3)
{ 
    int8_t *l_60 = &g_7;
    int32_t **l_61 = (void*)0;
    int32_t **l_62 = &g_57;
    (*l_62) = func_4(l_60);
    return (*g_58);
}



static int32_t * func_4(int8_t * p_5)
{ 
    int64_t l_12 = 0L;
    int32_t l_14 = (-1L);
    int32_t l_28 = (-9L);
    const int32_t *l_36 = (void*)0;
    const int32_t * const *l_35 = &l_36;
    if (g_7)
    { 
        int32_t *l_8 = &g_9;
        int32_t *l_11 = &g_9;
        int32_t *l_13 = &g_9;
        int32_t l_15 = 0xD4A55F07L;
        int32_t *l_16 = &l_15;
        int32_t l_17 = 1L;
        int32_t *l_18 = &g_9;
        int32_t *l_19 = &g_9;
        int32_t *l_20 = &l_15;
        int32_t *l_21 = (void*)0;
        int32_t *l_22 = &l_14;
        int32_t *l_23 = (void*)0;
        int32_t *l_24 = (void*)0;
        int32_t l_25 = 0x0DE57413L;
        int32_t *l_26 = &l_25;
        int32_t *l_27 = (void*)0;
        g_29++;
    }
    else
    { 
        const int32_t * const l_34 = (void*)0;
        const int32_t * const *l_33 = &l_34;
        const int32_t * const **l_32 = &l_33;
        int32_t l_47 = (-2L);
        int32_t *l_48 = &l_47;
        l_35 = ((*l_32) = (void*)0);
        if (((*l_48) = ((func_37(g_29) >= 0xD7L) | l_47)))
        { 
            uint32_t l_53 = 2UL;
            uint32_t *l_54 = &g_46;
            (*g_55) ^= (((*l_54) = (safe_add_func_uint32_t_u_u((safe_div_func_uint64_t_u_u((g_44 ^ g_9), l_53)), 1L))) ^ g_42);
        }
        else
        { 
            (*g_58) = g_57;
        }
    }
    (*g_59) = (*g_58);
    return (*g_59);
}



static uint8_t  func_37(int64_t  p_38)
{ 
    int32_t *l_39 = (void*)0;
    int32_t *l_40 = &g_9;
    uint32_t *l_41 = &g_42;
    uint32_t *l_43 = &g_44;
    uint32_t *l_45 = &g_46;
    (*l_40) ^= 0x6AE3D475L;
    (*l_45) ^= ((*l_43) &= ((*l_41) = ((*l_40) | (*l_40))));
    return (*l_40);
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_29, "g_29", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    transparent_crc(g_44, "g_44", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
