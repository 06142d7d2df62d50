// lp64: 17038559798555246725
// ilp32: 17038559798555246725
// Options:   --seed 20050 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 2 --max-expr-complexity 5 --max-array-dim 2 --max-array-len-per-dim 6 --max-pointer-depth 1 --max-struct-fields 8 --float --strict-float --builtins --disable-builtin-kinds x86
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;



static int32_t g_7 = 0xD020BD2AL;
static int32_t g_11 = (-9L);
static volatile uint8_t g_21 = 0x23L;
static int64_t g_38 = 0x38C46158E9D28BC1LL;
static uint64_t g_45 = 18446744073709551608UL;
static int32_t *g_48 = &g_11;
static uint32_t g_50 = 0xA6545545L;
static uint32_t * volatile g_49 = &g_50;



static uint32_t  func_1(void);
static int8_t  func_4(uint32_t  p_5, int32_t  p_6);




static uint32_t  func_1(void)
{ 
    int32_t l_10 = 0x17059141L;
    (*g_49) = (safe_mod_func_int8_t_s_s(func_4(g_7, (((safe_rshift_func_int16_t_s_u((g_11 = l_10), 0)) < (65531UL > (safe_lshift_func_int16_t_s_u((((safe_mod_func_int8_t_s_s(g_7, g_7)) && l_10) ^ l_10), 10)))) ^ 0x5CB81ECA6C849023LL)), 255UL));
    return (*g_49);
}



static int8_t  func_4(uint32_t  p_5, int32_t  p_6)
{ 
    int8_t l_34 = 0x27L;
    int32_t l_43 = 0x21EB1ED3L;
    for (p_5 = 27; (p_5 > 43); p_5 = safe_add_func_int32_t_s_s(p_5, 3))
    { 
        int32_t *l_18 = &g_7;
        int32_t *l_19 = &g_11;
        int32_t *l_20[4];
        int i;
        for (i = 0; i < 4; i++)
            l_20[i] = &g_11;
        g_11 = 0L;
        g_21--;
    }
    if (p_5)
    { 
        int32_t *l_24 = (void*)0;
        int32_t *l_25 = (void*)0;
        int32_t *l_26 = &g_11;
        int32_t *l_27 = &g_11;
        int32_t *l_28 = &g_7;
        int32_t *l_29 = (void*)0;
        int32_t *l_30 = (void*)0;
        int32_t *l_31 = &g_7;
        int32_t *l_32 = (void*)0;
        int32_t *l_33 = &g_11;
        int32_t *l_35 = &g_11;
        int32_t *l_36[4] = {(void*)0,(void*)0,(void*)0,(void*)0};
        int32_t l_37[6] = {0x76E9F81AL,0x76E9F81AL,0xACC702B5L,0x76E9F81AL,0x76E9F81AL,0xACC702B5L};
        uint32_t l_39 = 1UL;
        int i;
        ++l_39;
    }
    else
    { 
        int32_t *l_42[1][2];
        int16_t l_44 = 0x915FL;
        int i, j;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 2; j++)
                l_42[i][j] = &g_7;
        }
        g_45++;
        g_48 = &g_7;
    }
    return p_5;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_11, "g_11", print_hash_value);
    transparent_crc(g_21, "g_21", print_hash_value);
    transparent_crc(g_38, "g_38", print_hash_value);
    transparent_crc(g_45, "g_45", print_hash_value);
    transparent_crc(g_50, "g_50", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
