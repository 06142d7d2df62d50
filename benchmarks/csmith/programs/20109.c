// lp64: 18354481921030554549
// ilp32: 18354481921030554549
// Options:   --seed 20109 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 2 --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 6 --max-pointer-depth 3 --max-struct-fields 8 --no-bitfields --no-consts --fixed-struct-fields
#include "csmith.h"


static long __undefined;


struct S0 {
   volatile uint64_t  f0;
   int64_t  f1;
   uint64_t  f2;
   int32_t  f3;
   uint32_t  f4;
   volatile int64_t  f5;
   int32_t  f6;
   int32_t  f7;
};

#pragma pack(push)
#pragma pack(1)
struct S1 {
   int32_t  f0;
   volatile struct S0  f1;
   volatile uint32_t  f2;
   volatile int16_t  f3;
   volatile int16_t  f4;
   uint8_t  f5;
   volatile int32_t  f6;
   uint16_t  f7;
};
#pragma pack(pop)

union U2 {
   uint16_t  f0;
   struct S0  f1;
};

union U3 {
   uint8_t  f0;
   int8_t * f1;
   volatile struct S1  f2;
   volatile int32_t  f3;
};


static uint32_t g_4 = 0x1DFD9475L;
static int8_t *g_10 = (void*)0;
static int8_t g_13 = 1L;
static union U3 g_15 = {0xCCL};
static union U2 g_18 = {65535UL};
static int32_t g_22 = 0x1E283D1FL;
static int32_t g_25[6] = {0x6C8CAC31L,0x6C8CAC31L,0x6C8CAC31L,0x6C8CAC31L,0x6C8CAC31L,0x6C8CAC31L};
static volatile struct S1 g_26 = {0x03132D68L,{18446744073709551615UL,0L,1UL,1L,1UL,2L,1L,0xFAF14186L},0UL,1L,-1L,0xBAL,0xDD79339BL,0x842BL};
static volatile struct S0 g_34 = {18446744073709551615UL,1L,0x5EAC84C923F2B636LL,-7L,0xF16CE65CL,-1L,0xBF785B8EL,0xB303A67DL};



static int32_t  func_1(void);
static uint64_t  func_5(int8_t * p_6, int32_t  p_7, int8_t * p_8, uint32_t  p_9);




static int32_t  func_1(void)
{ 
    int8_t **l_11 = &g_10;
    int8_t *l_12 = &g_13;
    uint8_t l_14[5];
    int64_t l_29 = 5L;
    int32_t *l_30 = &g_25[4];
    int i;
    for (i = 0; i < 5; i++)
        l_14[i] = 0x14L;
    if ((safe_sub_func_uint64_t_u_u(g_4, (func_5(((*l_11) = g_10), g_4, l_12, l_14[1]) | (-1L)))))
    { 
        uint32_t l_31 = 0x2C910760L;
        int32_t *l_32 = &g_18.f1.f6;
        int32_t *l_33 = &g_22;
        volatile struct S0 *l_35[6][3] = {{&g_26.f1,&g_26.f1,&g_15.f2.f1},{&g_26.f1,&g_34,&g_26.f1},{&g_26.f1,&g_15.f2.f1,&g_15.f2.f1},{&g_26.f1,&g_34,&g_26.f1},{&g_26.f1,&g_26.f1,&g_15.f2.f1},{&g_26.f1,&g_34,&g_26.f1}};
        int i, j;
        (*l_33) &= (g_26 , ((safe_mul_func_int16_t_s_s((((g_26.f0 != ((l_29 , l_30) == (void*)0)) ^ (*l_30)) , l_31), (*l_30))) <= g_13));
        g_15.f2.f1 = g_34;
    }
    else
    { 
        int32_t **l_38[1][5];
        int i, j;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 5; j++)
                l_38[i][j] = &l_30;
        }
        (*l_30) = ((*l_30) > (safe_lshift_func_uint16_t_u_u(((void*)0 == &g_13), 7)));
        l_30 = &g_25[4];
    }
    return (*l_30);
}



static uint64_t  func_5(int8_t * p_6, int32_t  p_7, int8_t * p_8, uint32_t  p_9)
{ 
    int32_t *l_21 = &g_22;
    int32_t *l_23 = &g_18.f1.f6;
    int32_t *l_24 = &g_25[4];
    (*l_24) |= (g_15 , ((*l_23) = ((*l_21) ^= (safe_rshift_func_uint8_t_u_u((g_18 , (safe_add_func_int64_t_s_s(0x588C556123D4A1CFLL, 0x6D0C11E043EEF7D2LL))), 6)))));
    for (g_18.f0 = 0; g_18.f0 < 6; g_18.f0 += 1)
    {
        g_25[g_18.f0] = (-1L);
    }
    return p_7;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_18.f0, "g_18.f0", print_hash_value);
    transparent_crc(g_22, "g_22", print_hash_value);
    for (i = 0; i < 6; i++)
    {
        transparent_crc(g_25[i], "g_25[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_26.f0, "g_26.f0", print_hash_value);
    transparent_crc(g_26.f1.f0, "g_26.f1.f0", print_hash_value);
    transparent_crc(g_26.f1.f1, "g_26.f1.f1", print_hash_value);
    transparent_crc(g_26.f1.f2, "g_26.f1.f2", print_hash_value);
    transparent_crc(g_26.f1.f3, "g_26.f1.f3", print_hash_value);
    transparent_crc(g_26.f1.f4, "g_26.f1.f4", print_hash_value);
    transparent_crc(g_26.f1.f5, "g_26.f1.f5", print_hash_value);
    transparent_crc(g_26.f1.f6, "g_26.f1.f6", print_hash_value);
    transparent_crc(g_26.f1.f7, "g_26.f1.f7", print_hash_value);
    transparent_crc(g_26.f2, "g_26.f2", print_hash_value);
    transparent_crc(g_26.f3, "g_26.f3", print_hash_value);
    transparent_crc(g_26.f4, "g_26.f4", print_hash_value);
    transparent_crc(g_26.f5, "g_26.f5", print_hash_value);
    transparent_crc(g_26.f6, "g_26.f6", print_hash_value);
    transparent_crc(g_26.f7, "g_26.f7", print_hash_value);
    transparent_crc(g_34.f0, "g_34.f0", print_hash_value);
    transparent_crc(g_34.f1, "g_34.f1", print_hash_value);
    transparent_crc(g_34.f2, "g_34.f2", print_hash_value);
    transparent_crc(g_34.f3, "g_34.f3", print_hash_value);
    transparent_crc(g_34.f4, "g_34.f4", print_hash_value);
    transparent_crc(g_34.f5, "g_34.f5", print_hash_value);
    transparent_crc(g_34.f6, "g_34.f6", print_hash_value);
    transparent_crc(g_34.f7, "g_34.f7", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
