// lp64: 17138482969387656937
// ilp32: 17138482969387656937
// Options:   --seed 20016 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 4 --max-array-dim 1 --max-array-len-per-dim 4 --max-pointer-depth 1 --max-struct-fields 6 --no-longlong --no-divs --const-as-condition

#define NO_LONGLONG

#include "csmith.h"


static long __undefined;


union U0 {
   int16_t  f0;
   uint32_t  f1;
   uint16_t  f2;
};

union U1 {
   volatile uint32_t  f0;
   volatile int8_t * volatile  f1;
   volatile uint8_t  f2;
   int16_t  f3;
   unsigned f4 : 17;
};


static int8_t g_3 = 1;
static int8_t *g_2 = &g_3;
static const volatile union U1 g_7[4] = {{0xB58331C5},{0xB58331C5},{0xB58331C5},{0xB58331C5}};
static int32_t g_10 = (-6);
static union U0 g_11 = {0x01C7};
static union U0 g_26 = {0xB79A};
static union U0 *g_25 = &g_26;
static int32_t *g_29 = &g_10;



static union U0  func_1(void);




static union U0  func_1(void)
{ 
    uint32_t l_4 = 4294967295U;
    int16_t l_8 = 7;
    int32_t *l_12[4];
    const int8_t *l_13 = &g_3;
    int i;
    for (i = 0; i < 4; i++)
        l_12[i] = &g_10;
    if (((g_2 == ((l_4 , ((g_3 | 0x906C902D) >= 4294967295U)) , (void*)0)) , l_4))
    { 
        int32_t *l_9 = &g_10;
        (*l_9) = (safe_mul_func_uint8_t_u_u(((*g_2) > (0x93 != ((((g_7[3] , g_7[3].f0) == l_8) | g_3) < l_8))), 0x85));
    }
    else
    { 
        return g_11;
    }
    if ((l_12[2] != l_12[3]))
    { 
        int8_t *l_14 = &g_3;
        int32_t *l_17 = (void*)0;
        int32_t l_18 = 0x41B0CE7A;
        g_10 |= (-1);
        g_10 = ((((l_13 = l_13) != l_14) != (safe_add_func_int16_t_s_s((((void*)0 == l_17) >= 0x2772), l_18))) && (-2));
        for (g_11.f1 = 0; (g_11.f1 == 49); ++g_11.f1)
        { 
            uint8_t l_21 = 0x77;
            union U0 * const l_24[2] = {(void*)0,(void*)0};
            int i;
            --l_21;
            g_25 = l_24[1];
        }
    }
    else
    { 
        int32_t *l_30 = &g_10;
        for (l_8 = 0; (l_8 >= 23); ++l_8)
        { 
            g_29 = &g_10;
        }
        l_30 = &g_10;
    }
    (*g_29) = (safe_sub_func_int32_t_s_s((safe_mul_func_int8_t_s_s(1, g_11.f0)), (*g_29)));
    return g_26;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_7[i].f0, "g_7[i].f0", print_hash_value);
        transparent_crc(g_7[i].f2, "g_7[i].f2", print_hash_value);
        transparent_crc(g_7[i].f3, "g_7[i].f3", print_hash_value);
        transparent_crc(g_7[i].f4, "g_7[i].f4", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_11.f0, "g_11.f0", print_hash_value);
    transparent_crc(g_11.f2, "g_11.f2", print_hash_value);
    transparent_crc(g_26.f0, "g_26.f0", print_hash_value);
    transparent_crc(g_26.f2, "g_26.f2", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
