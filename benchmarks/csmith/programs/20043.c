// lp64: 10000842450336584204
// ilp32: 10000842450336584204
// Options:   --seed 20043 --no-argc --concise --max-funcs 1 --max-block-depth 1 --max-block-size 3 --max-expr-complexity 8 --max-array-dim 3 --max-array-len-per-dim 4 --max-pointer-depth 3 --max-struct-fields 5
#include "csmith.h"


static long __undefined;


union U0 {
   uint64_t  f0;
   volatile int16_t  f1;
};

union U1 {
   volatile int32_t  f0;
};


static volatile int32_t g_3 = 0x417BE187L;
static int32_t g_4 = 0x10F7A73DL;
static uint64_t g_9 = 0UL;
static const union U1 g_12 = {7L};
static int8_t g_24 = 0x3DL;
static int16_t g_40 = 0xA83FL;
static int32_t * volatile g_42 = (void*)0;
static int32_t *g_48[2] = {(void*)0,(void*)0};
static uint32_t g_50 = 0xDD7D552BL;
static int32_t g_53[2][2][4] = {{{(-2L),(-2L),(-2L),(-2L)},{(-2L),(-2L),(-2L),(-2L)}},{{(-2L),(-2L),(-2L),(-2L)},{(-2L),(-2L),(-2L),(-2L)}}};
static union U0 g_54 = {1UL};



static union U0  func_1(void);




static union U0  func_1(void)
{ 
    int32_t l_2[1];
    int32_t l_7 = (-7L);
    uint16_t l_19[2];
    int32_t l_51 = (-4L);
    int i;
    for (i = 0; i < 1; i++)
        l_2[i] = 0x689351F2L;
    for (i = 0; i < 2; i++)
        l_19[i] = 0xAD8EL;
    for (g_4 = 0; (g_4 >= 0); g_4 -= 1)
    { 
        uint64_t *l_8 = &g_9;
        int8_t *l_22 = (void*)0;
        int8_t *l_23 = &g_24;
        uint8_t l_27 = 255UL;
        int32_t *l_28 = (void*)0;
        int32_t *l_29 = &l_7;
        int i;
        (*l_29) ^= (((++(*l_8)) || (g_12 , (l_2[g_4] < (safe_div_func_int16_t_s_s((-1L), g_4))))) , (((((safe_lshift_func_int8_t_s_s((((safe_add_func_int64_t_s_s(l_19[1], (safe_mod_func_int8_t_s_s(((*l_23) |= 5L), (safe_lshift_func_uint16_t_u_u(0x7B30L, 9)))))) <= g_12.f0) , g_3), 3)) , g_4) , l_27) > 255UL) >= 6UL));
    }
    for (l_7 = 1; (l_7 >= 0); l_7 -= 1)
    { 
        uint8_t l_32 = 0x5FL;
        int32_t *l_37 = &g_4;
        int32_t **l_38 = &l_37;
        int16_t *l_39 = &g_40;
        int32_t *l_41 = (void*)0;
        int32_t *l_43 = &g_4;
        uint32_t *l_49[2];
        int32_t *l_52 = &g_53[0][0][2];
        int i;
        for (i = 0; i < 2; i++)
            l_49[i] = &g_50;
        (*l_43) = ((safe_rshift_func_uint8_t_u_u(0xCCL, (l_32 & g_4))) < (((safe_lshift_func_uint16_t_u_s((~(+l_2[0])), ((*l_39) = (((((*l_38) = l_37) != &g_4) , g_24) && g_9)))) != g_24) , 0x0AL));
        (*l_38) = &l_7;
        (*l_52) ^= ((*l_43) = ((g_24 || (g_3 <= (&g_24 == (void*)0))) , (safe_mod_func_uint32_t_u_u((safe_add_func_int64_t_s_s((0UL | (l_51 = ((g_48[0] = &g_4) == (void*)0))), 0xCD6BCE8D550032DCLL)), (**l_38)))));
    }
    return g_54;
}





int main (void)
{
    int i, j, k;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_12.f0, "g_12.f0", print_hash_value);
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc(g_40, "g_40", print_hash_value);
    transparent_crc(g_50, "g_50", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 2; j++)
        {
            for (k = 0; k < 4; k++)
            {
                transparent_crc(g_53[i][j][k], "g_53[i][j][k]", print_hash_value);
                if (print_hash_value) printf("index = [%d][%d][%d]\n", i, j, k);

            }
        }
    }
    transparent_crc(g_54.f0, "g_54.f0", print_hash_value);
    transparent_crc(g_54.f1, "g_54.f1", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
