// lp64: 4639241280362956262
// ilp32: 4639241280362956262
// Options:   --seed 20069 --no-argc --concise --max-funcs 3 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 2 --max-array-dim 1 --max-array-len-per-dim 3 --max-pointer-depth 2 --max-struct-fields 8 --no-packed-struct --no-embedded-assigns
#include "csmith.h"


static long __undefined;


struct S0 {
   unsigned f0 : 17;
   const signed f1 : 4;
   volatile signed f2 : 23;
   unsigned f3 : 6;
   const signed f4 : 31;
   unsigned f5 : 28;
   volatile unsigned f6 : 11;
   signed f7 : 18;
};


static volatile int32_t g_2 = 2L;
static int32_t g_3[2] = {6L,6L};
static volatile int32_t g_8[2] = {0xF27D2703L,0xF27D2703L};
static int32_t g_9[2] = {(-1L),(-1L)};
static volatile uint16_t g_65[3] = {65528UL,65528UL,65528UL};
static volatile struct S0 g_81 = {270,-2,977,2,15008,6198,34,-138};
static volatile int32_t *g_84 = &g_8[1];
static int32_t ** volatile g_95 = (void*)0;
static int32_t *g_96 = &g_9[0];
static int32_t * volatile g_114 = (void*)0;
static int32_t ** volatile g_117 = &g_96;
static uint32_t g_128 = 18446744073709551614UL;



static int32_t  func_1(void);
static int32_t * const  func_6(int32_t * p_7);
static int8_t  func_27(uint64_t  p_28, uint32_t  p_29);




static int32_t  func_1(void)
{ 
    uint64_t l_20 = 6UL;
    int32_t l_64 = (-1L);
    int32_t l_72 = 0x98CFE46DL;
    int32_t l_73 = 0xD0F567D2L;
    int32_t l_75 = 1L;
    int32_t l_97 = (-1L);
    int32_t l_99[1];
    uint32_t l_131[3];
    int i;
    for (i = 0; i < 1; i++)
        l_99[i] = 0x8C28246AL;
    for (i = 0; i < 3; i++)
        l_131[i] = 0x0DC9CCB9L;
    for (g_3[0] = 0; (g_3[0] == (-30)); --g_3[0])
    { 
        int32_t *l_19 = (void*)0;
        int32_t **l_18 = &l_19;
        (*l_18) = func_6(&g_3[0]);
        return l_20;
    }
    return l_99[0];
}



static int32_t * const  func_6(int32_t * p_7)
{ 
    int32_t l_14 = 1L;
    int32_t * const l_17 = (void*)0;
    for (g_9[1] = (-16); (g_9[1] != 29); g_9[1] = safe_add_func_uint32_t_u_u(g_9[1], 5))
    { 
        int32_t *l_16 = &g_3[0];
        int32_t **l_15 = &l_16;
        (*l_15) = (((safe_add_func_uint64_t_u_u(0xCF4A41637C1D6B3BLL, g_2)) ^ l_14) , &l_14);
    }
    return l_17;
}



static int8_t  func_27(uint64_t  p_28, uint32_t  p_29)
{ 
    int32_t l_32 = 0xE924F63AL;
    int32_t *l_33 = &g_3[0];
    int32_t l_34 = 0L;
    int32_t *l_35 = &g_3[0];
    int32_t *l_36[2];
    int64_t l_37 = 0x7440E708BEE6DABALL;
    uint8_t l_38 = 0xFCL;
    int i;
    for (i = 0; i < 2; i++)
        l_36[i] = &l_34;
    for (p_29 = 0; (p_29 <= 35); p_29++)
    { 
        return p_29;
    }
    --l_38;
    return g_3[0];
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_8[i], "g_8[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_9[i], "g_9[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_65[i], "g_65[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_81.f0, "g_81.f0", print_hash_value);
    transparent_crc(g_81.f1, "g_81.f1", print_hash_value);
    transparent_crc(g_81.f2, "g_81.f2", print_hash_value);
    transparent_crc(g_81.f3, "g_81.f3", print_hash_value);
    transparent_crc(g_81.f4, "g_81.f4", print_hash_value);
    transparent_crc(g_81.f5, "g_81.f5", print_hash_value);
    transparent_crc(g_81.f6, "g_81.f6", print_hash_value);
    transparent_crc(g_81.f7, "g_81.f7", print_hash_value);
    transparent_crc(g_128, "g_128", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
