// lp64: 2747448280223547986
// ilp32: 2747448280223547986
// Options:   --seed 20047 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 2 --max-expr-complexity 7 --max-array-dim 1 --max-array-len-per-dim 2 --max-pointer-depth 2 --max-struct-fields 7 --no-return-structs
#include "csmith.h"


static long __undefined;


struct S0 {
   signed f0 : 6;
   unsigned f1 : 5;
   unsigned f2 : 20;
};


static uint8_t g_10[2] = {0x7DL,0x7DL};
static uint32_t g_13[1] = {1UL};
static int32_t * volatile g_17 = (void*)0;
static int32_t g_19 = (-1L);
static int32_t g_27[1] = {0x421AD7BAL};
static int32_t *g_26 = &g_27[0];
static struct S0 g_30 = {-7,4,466};
static struct S0 * volatile g_29 = &g_30;



static uint16_t  func_1(void);




static uint16_t  func_1(void)
{ 
    int64_t l_2[2];
    struct S0 l_28 = {-0,3,661};
    int i;
    for (i = 0; i < 2; i++)
        l_2[i] = (-1L);
    if (l_2[0])
    { 
        uint8_t *l_9[1];
        const uint32_t l_16 = 18446744073709551610UL;
        int32_t *l_18 = &g_19;
        int i;
        for (i = 0; i < 1; i++)
            l_9[i] = &g_10[0];
        (*l_18) |= ((safe_lshift_func_int8_t_s_s((safe_lshift_func_int8_t_s_u((l_2[0] || l_2[0]), 7)), 7)) & (((safe_rshift_func_uint8_t_u_s((g_10[0] = 0x98L), 1)) == ((safe_add_func_int32_t_s_s((((g_13[0] , (safe_div_func_uint8_t_u_u(l_2[1], l_16))) | 0xF29855EEL) || 0x0F21L), 0x6FDD8FB8L)) , 0x60L)) | g_13[0]));
    }
    else
    { 
        for (g_19 = 19; (g_19 <= 23); ++g_19)
        { 
            return l_2[0];
        }
        for (g_19 = 13; (g_19 > 20); g_19 = safe_add_func_int32_t_s_s(g_19, 6))
        { 
            int32_t *l_24 = &g_19;
            int32_t **l_25[2];
            int i;
            for (i = 0; i < 2; i++)
                l_25[i] = &l_24;
            g_17 = (g_26 = l_24);
        }
    }
    (*g_29) = l_28;
    return l_2[0];
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_10[i], "g_10[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_13[i], "g_13[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_19, "g_19", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_27[i], "g_27[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_30.f0, "g_30.f0", print_hash_value);
    transparent_crc(g_30.f1, "g_30.f1", print_hash_value);
    transparent_crc(g_30.f2, "g_30.f2", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
