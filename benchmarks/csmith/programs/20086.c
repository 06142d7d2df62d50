// lp64: 5291077482595177936
// ilp32: 5291077482595177936
// Options:   --seed 20086 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 7 --max-array-dim 3 --max-array-len-per-dim 6 --max-pointer-depth 1 --max-struct-fields 7 --inline-function --no-volatile-pointers --no-return-structs --no-arg-unions --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S1 {
   signed f0 : 31;
   signed f1 : 26;
   signed f2 : 16;
   signed f3 : 5;
   signed f4 : 21;
   signed f5 : 15;
   signed f6 : 15;
};
#pragma pack(pop)

struct S0 {
   volatile int8_t  f0;
   const volatile uint64_t  f1;
   int32_t  f2;
   volatile uint64_t  f3;
};

union U6 {
   uint16_t  f0;
   volatile int32_t  f1;
   struct S0  f2;
   volatile int64_t  f3;
   volatile unsigned f4 : 2;
};


static struct S1 g_11 = {3031,-3717,-3,3,-23,88,70};
static uint32_t g_16 = 0xA9C5A74DL;
static int32_t g_18 = 0x328129ECL;
static volatile uint32_t g_34 = 4294967295UL;
static int16_t g_38 = (-1L);
static int32_t g_57 = 0x1AAD5EABL;
static int32_t *g_63 = (void*)0;
static int32_t g_78[1][6] = {{0x52982478L,0x52982478L,0x52982478L,0x52982478L,0x52982478L,0x52982478L}};
static volatile union U6 g_79 = {0x0EDFL};



static int32_t  func_1(void);
static int32_t * func_2(const int16_t  p_3, struct S1  p_4, int32_t * p_5, int32_t * const  p_6);
static int16_t  func_7(struct S1  p_8, int64_t  p_9, uint32_t  p_10);




static int32_t  func_1(void)
{ 
    const uint32_t l_14 = 18446744073709551613UL;
    uint32_t *l_15 = &g_16;
    int16_t *l_37 = &g_38;
    int16_t l_53[1][5];
    int32_t *l_54 = (void*)0;
    int32_t *l_55 = &g_18;
    int32_t * const l_56[3][4][6] = {{{&g_57,(void*)0,&g_57,(void*)0,&g_57,&g_57},{&g_57,(void*)0,(void*)0,&g_57,&g_57,&g_57},{&g_57,&g_57,&g_57,(void*)0,(void*)0,&g_57},{&g_57,&g_57,(void*)0,&g_57,(void*)0,&g_57}},{{(void*)0,&g_57,&g_57,&g_57,&g_57,(void*)0},{&g_57,(void*)0,&g_57,(void*)0,&g_57,&g_57},{&g_57,(void*)0,(void*)0,&g_57,&g_57,&g_57},{&g_57,&g_57,&g_57,&g_57,&g_57,&g_57}},{{(void*)0,(void*)0,&g_57,&g_57,&g_57,(void*)0},{&g_57,&g_57,&g_57,&g_57,&g_57,&g_57},{(void*)0,&g_57,&g_57,&g_57,(void*)0,(void*)0},{&g_57,&g_57,&g_57,&g_57,&g_57,&g_57}}};
    const int32_t l_64 = (-2L);
    uint16_t l_77 = 0UL;
    int i, j, k;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 5; j++)
            l_53[i][j] = 3L;
    }
    g_63 = func_2(((*l_55) = (((*l_37) = func_7(g_11, g_11.f5, ((*l_15) &= (safe_lshift_func_uint8_t_u_s(l_14, 1))))) != ((+((safe_mul_func_int16_t_s_s((safe_mul_func_int16_t_s_s((((safe_add_func_int32_t_s_s((g_18 < (safe_rshift_func_uint8_t_u_u((safe_unary_minus_func_int64_t_s((safe_add_func_uint16_t_u_u(((safe_div_func_int8_t_s_s(0x46L, g_11.f5)) <= (-9L)), 0xF553L)))), g_18))), g_11.f3)) >= 0x11L) == 0xCC5DL), g_11.f6)), l_53[0][0])) && g_11.f1)) == 1UL))), g_11, l_55, l_56[0][3][1]);
    g_63 = func_2(l_64, g_11, l_15, &g_18);
    g_78[0][5] |= (safe_sub_func_int8_t_s_s(((((((safe_sub_func_int64_t_s_s((0xCD894E17L & (*l_55)), (((g_11.f1 = (((((safe_mod_func_int8_t_s_s((safe_div_func_int16_t_s_s((safe_mul_func_int16_t_s_s(g_11.f0, ((((g_16 == (safe_div_func_int32_t_s_s(0x454EC59EL, g_11.f2))) , 1L) ^ (*l_55)) >= (*l_55)))), 0x1A4DL)), l_77)) != g_11.f4) , g_16) > 0xE4CEB9145EC307D3LL) ^ (*l_55))) && g_11.f4) & (*l_55)))) , g_38) < g_11.f3) | 0xA981A8B47936CBA8LL) & 0x548CL) < g_11.f4), g_34));
    for (l_77 = 0; (l_77 <= 0); l_77 += 1)
    { 
        (*g_63) |= (&l_53[0][0] == (g_79 , &g_38));
    }
    return g_34;
}



static int32_t * func_2(const int16_t  p_3, struct S1  p_4, int32_t * p_5, int32_t * const  p_6)
{ 
    int32_t *l_58[4][3] = {{&g_57,&g_18,&g_57},{&g_57,&g_18,&g_57},{&g_57,&g_18,&g_57},{&g_57,&g_18,&g_57}};
    int64_t l_59 = 0x0D7C7E6801B04C64LL;
    uint16_t l_60[3];
    int i, j;
    for (i = 0; i < 3; i++)
        l_60[i] = 65535UL;
    l_60[1]--;
    return &g_18;
}



static int16_t  func_7(struct S1  p_8, int64_t  p_9, uint32_t  p_10)
{ 
    int32_t *l_17 = &g_18;
    int32_t *l_19 = (void*)0;
    int32_t *l_20 = &g_18;
    int32_t *l_21 = &g_18;
    int32_t *l_22 = &g_18;
    int32_t *l_23 = &g_18;
    int32_t *l_24 = &g_18;
    int32_t *l_25 = &g_18;
    int32_t *l_26 = &g_18;
    int32_t *l_27 = &g_18;
    int32_t *l_28 = &g_18;
    int32_t *l_29 = &g_18;
    int32_t *l_30 = &g_18;
    int32_t l_31 = 0xC0266D99L;
    int32_t l_32 = 0x663C10B4L;
    int32_t *l_33[5][5] = {{&l_31,&l_31,&g_18,&l_31,&l_31},{&g_18,&g_18,&l_32,&g_18,(void*)0},{&l_32,&g_18,&g_18,&g_18,&g_18},{&g_18,&l_31,&l_31,&g_18,(void*)0},{&l_31,&g_18,&l_31,&g_18,&l_31}};
    int i, j;
    g_34--;
    return (*l_17);
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_11.f0, "g_11.f0", print_hash_value);
    transparent_crc(g_11.f1, "g_11.f1", print_hash_value);
    transparent_crc(g_11.f2, "g_11.f2", print_hash_value);
    transparent_crc(g_11.f3, "g_11.f3", print_hash_value);
    transparent_crc(g_11.f4, "g_11.f4", print_hash_value);
    transparent_crc(g_11.f5, "g_11.f5", print_hash_value);
    transparent_crc(g_11.f6, "g_11.f6", print_hash_value);
    transparent_crc(g_16, "g_16", print_hash_value);
    transparent_crc(g_18, "g_18", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_38, "g_38", print_hash_value);
    transparent_crc(g_57, "g_57", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 6; j++)
        {
            transparent_crc(g_78[i][j], "g_78[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_79.f0, "g_79.f0", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
