// lp64: 1424876156473097056
// ilp32: 1424876156473097056
// Options:   --seed 20105 --no-argc --concise --max-funcs 1 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 7 --max-array-dim 1 --max-array-len-per-dim 5 --max-pointer-depth 3 --max-struct-fields 3
#include "csmith.h"


static long __undefined;


struct S0 {
   const volatile unsigned f0 : 3;
   signed f1 : 14;
   signed f2 : 25;
};

union U1 {
   int32_t  f0;
   volatile uint16_t  f1;
};


static uint64_t g_8 = 0xFA5166941FC9A57BLL;
static volatile union U1 g_14 = {1L};
static int32_t g_17 = 0x1B6EAB3CL;
static int32_t g_19 = 0x2D6273D5L;
static struct S0 g_22 = {0,-25,1463};
static volatile struct S0 g_36 = {1,-0,3232};
static uint32_t g_45 = 0x49E864ADL;
static int32_t g_47 = 1L;
static int64_t g_69 = (-2L);
static volatile int32_t *g_79 = (void*)0;
static volatile int32_t **g_78[4] = {(void*)0,(void*)0,(void*)0,(void*)0};
static volatile int32_t *** volatile g_77 = &g_78[0];
static const union U1 g_101[1] = {{5L}};



static const union U1  func_1(void);




static const union U1  func_1(void)
{ 
    uint8_t l_9 = 0xF5L;
    const int32_t l_15 = (-5L);
    int32_t *l_16 = &g_17;
    int32_t *l_18 = &g_19;
    int32_t *l_30 = (void*)0;
    int32_t **l_29 = &l_30;
    int16_t l_75 = 1L;
    uint64_t *l_98 = &g_8;
    int64_t *l_99 = &g_69;
    int32_t *l_100 = &g_47;
lbl_70:
    (*l_18) ^= ((*l_16) = ((safe_add_func_uint8_t_u_u((((l_9 |= (safe_mod_func_uint64_t_u_u((safe_rshift_func_int8_t_s_s(0x0DL, 2)), g_8))) >= (((safe_add_func_uint64_t_u_u((safe_mul_func_uint16_t_u_u(0x849BL, ((g_14 , 0xF0DDD9CD4431FADALL) <= (-9L)))), (-8L))) == 0UL) & 0x0177L)) , 0UL), l_15)) == g_8));
    if ((safe_add_func_int8_t_s_s(((*l_16) < (g_22 , (safe_sub_func_int8_t_s_s((g_22 , (safe_sub_func_uint64_t_u_u((safe_sub_func_int16_t_s_s((*l_18), ((((*l_29) = l_16) == ((safe_mod_func_int32_t_s_s(0xDA37B187L, g_22.f2)) , &g_17)) == 6L))), g_14.f1))), g_22.f1)))), g_22.f2)))
    { 
        int32_t ***l_33 = &l_29;
        l_33 = l_33;
        for (g_8 = 22; (g_8 < 20); g_8 = safe_sub_func_int8_t_s_s(g_8, 2))
        { 
            int32_t *l_46 = &g_47;
            (*l_46) |= (g_36 , ((**l_29) | (safe_mul_func_int8_t_s_s(((safe_mul_func_int8_t_s_s((safe_lshift_func_uint8_t_u_u((((g_45 = ((((0xFDL < 254UL) | (safe_mul_func_int8_t_s_s(((*l_33) == (g_14 , (void*)0)), (***l_33)))) & (***l_33)) <= 0xC8CBL)) , g_19) ^ g_17), 0)), (***l_33))) , 0xFBL), (**l_29)))));
        }
    }
    else
    { 
        uint64_t l_52 = 8UL;
        for (g_17 = 0; (g_17 <= 16); g_17 = safe_add_func_uint16_t_u_u(g_17, 7))
        { 
            int8_t l_50 = (-1L);
            int32_t *l_51[1];
            int32_t *l_64[1];
            int i;
            for (i = 0; i < 1; i++)
                l_51[i] = (void*)0;
            for (i = 0; i < 1; i++)
                l_64[i] = &g_17;
            ++l_52;
            (*l_18) = (((safe_mod_func_uint8_t_u_u((g_69 = (0x46D9140931BC1F9CLL == ((~(safe_div_func_uint16_t_u_u((safe_sub_func_uint32_t_u_u((safe_mul_func_int16_t_s_s(((**l_29) || ((((*l_29) = (*l_29)) == l_64[0]) , (safe_mod_func_uint16_t_u_u((((safe_div_func_uint64_t_u_u(18446744073709551615UL, 18446744073709551609UL)) <= g_14.f0) == (*l_16)), 0x805FL)))), g_8)), g_22.f2)), 65528UL))) , (*l_18)))), g_22.f2)) < 0UL) != 0xD599618DL);
        }
        if (l_15)
            goto lbl_70;
        (*l_16) = (g_22.f2 == (safe_mul_func_int16_t_s_s((safe_add_func_uint32_t_u_u(l_75, (!(((g_77 != &g_78[1]) > (safe_add_func_int32_t_s_s((safe_add_func_uint8_t_u_u((+((((g_19 | (safe_sub_func_uint8_t_u_u(g_17, l_52))) & 0xEA32L) != 1UL) | g_45)), l_52)), l_52))) | (*l_16))))), 0x9485L)));
    }
    (*l_100) ^= (safe_rshift_func_uint8_t_u_u(((safe_sub_func_int8_t_s_s(0L, ((*g_77) == (((*l_30) ^ ((*l_99) = (safe_unary_minus_func_uint8_t_u((((*l_98) = ((safe_mul_func_uint8_t_u_u(((g_19 <= 0x80DF3AEBB8FA7600LL) ^ ((safe_mul_func_int16_t_s_s((safe_mod_func_uint32_t_u_u(g_22.f2, 0x7453A37FL)), g_8)) <= g_22.f1)), 1L)) == g_17)) <= 18446744073709551615UL))))) , &g_79)))) == (-6L)), 3));
    return g_101[0];
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_8, "g_8", print_hash_value);
    transparent_crc(g_14.f0, "g_14.f0", print_hash_value);
    transparent_crc(g_14.f1, "g_14.f1", print_hash_value);
    transparent_crc(g_17, "g_17", print_hash_value);
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_22.f0, "g_22.f0", print_hash_value);
    transparent_crc(g_22.f1, "g_22.f1", print_hash_value);
    transparent_crc(g_22.f2, "g_22.f2", print_hash_value);
    transparent_crc(g_36.f0, "g_36.f0", print_hash_value);
    transparent_crc(g_36.f1, "g_36.f1", print_hash_value);
    transparent_crc(g_36.f2, "g_36.f2", print_hash_value);
    transparent_crc(g_45, "g_45", print_hash_value);
    transparent_crc(g_47, "g_47", print_hash_value);
    transparent_crc(g_69, "g_69", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_101[i].f0, "g_101[i].f0", print_hash_value);
        transparent_crc(g_101[i].f1, "g_101[i].f1", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
