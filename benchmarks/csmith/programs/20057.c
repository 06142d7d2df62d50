// lp64: 6069263895867347843
// ilp32: 6069263895867347843
// Options:   --seed 20057 --no-argc --concise --max-funcs 1 --max-block-depth 1 --max-block-size 3 --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 4 --max-pointer-depth 3 --max-struct-fields 6 --inline-function --float --strict-float
#include <float.h>
#include <math.h>
#include "csmith.h"


static long __undefined;


struct S0 {
   unsigned f0 : 11;
   volatile signed f1 : 22;
};

#pragma pack(push)
#pragma pack(1)
struct S1 {
   volatile unsigned f0 : 2;
   unsigned f1 : 1;
   const signed f2 : 11;
   unsigned f3 : 2;
   signed f4 : 20;
};
#pragma pack(pop)

union U2 {
   unsigned f0 : 5;
   uint32_t  f1;
};


static volatile int32_t g_2 = 0xF2E5664DL;
static int32_t g_3 = (-1L);
static int32_t g_21 = 2L;
static struct S1 g_23 = {1,0,-13,1,-1018};
static struct S1 *g_22 = &g_23;
static struct S1 ** volatile g_24 = &g_22;
static uint32_t g_43[3][3] = {{0x742CC323L,0x742CC323L,0x742CC323L},{0x5E3164C1L,0x5E3164C1L,0x5E3164C1L},{0x742CC323L,0x742CC323L,0x742CC323L}};
static uint32_t * const  volatile g_42 = &g_43[0][0];
static volatile uint64_t g_48 = 0x75688AFC007DFDCBLL;
static union U2 g_51[3] = {{0x73ECB6AEL},{0x73ECB6AEL},{0x73ECB6AEL}};
static struct S0 g_52 = {20,1196};
static struct S0 * volatile g_53 = (void*)0;
static struct S0 * volatile g_54 = &g_52;



static uint8_t  func_1(void);




static uint8_t  func_1(void)
{ 
    uint64_t l_17 = 0xD2466E9F08664A11LL;
    uint8_t l_19 = 1UL;
    int32_t l_25 = 1L;
    struct S1 *l_28 = &g_23;
    int32_t l_47 = 0xD0BC5DE3L;
    for (g_3 = (-20); (g_3 != 6); g_3++)
    { 
        int16_t l_18 = 0x14C5L;
        int32_t *l_20 = &g_21;
        (*l_20) ^= (1L > (((safe_div_func_uint8_t_u_u((((!(safe_mul_func_int16_t_s_s((safe_add_func_uint64_t_u_u((safe_rshift_func_int8_t_s_s(g_2, 6)), ((((((safe_add_func_uint8_t_u_u(l_17, g_3)) ^ g_3) > 1L) >= (-1L)) && g_3) > l_18))), g_3))) > l_18) >= g_3), (-1L))) | g_3) ^ l_19));
        (*g_24) = g_22;
        if (l_25)
            break;
    }
    if ((safe_rshift_func_int8_t_s_u((-6L), ((l_28 == (((safe_mod_func_uint64_t_u_u(((safe_mod_func_uint32_t_u_u((l_25 | l_17), l_25)) ^ l_19), 1UL)) ^ 0x40C88307L) , l_28)) || 0UL))))
    { 
        uint64_t l_39 = 0xF0BDE8AFF65CE17CLL;
        uint8_t *l_40[3];
        uint32_t *l_41 = (void*)0;
        int i;
        for (i = 0; i < 3; i++)
            l_40[i] = &l_19;
        (*g_42) &= (safe_add_func_uint8_t_u_u((safe_sub_func_uint64_t_u_u(0x5B167D3D8E1CE43CLL, (((safe_mod_func_int8_t_s_s((l_39 , ((l_25 &= 0x03L) ^ 0x3EL)), l_17)) == 1L) == g_3))), l_17));
    }
    else
    { 
        int32_t *l_44 = &g_21;
        int32_t *l_45 = &g_3;
        int32_t *l_46[2][4] = {{&g_3,&g_3,&g_3,&g_3},{&g_3,&g_3,&l_25,&g_3}};
        int i, j;
        g_48--;
        (*g_54) = (g_51[0] , g_52);
    }
    return g_23.f2;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_21, "g_21", print_hash_value);
    transparent_crc(g_23.f0, "g_23.f0", print_hash_value);
    transparent_crc(g_23.f1, "g_23.f1", print_hash_value);
    transparent_crc(g_23.f2, "g_23.f2", print_hash_value);
    transparent_crc(g_23.f3, "g_23.f3", print_hash_value);
    transparent_crc(g_23.f4, "g_23.f4", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_43[i][j], "g_43[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_48, "g_48", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_51[i].f0, "g_51[i].f0", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_52.f0, "g_52.f0", print_hash_value);
    transparent_crc(g_52.f1, "g_52.f1", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
