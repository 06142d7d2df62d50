// lp64: 16957944182710265783
// ilp32: 16957944182710265783
// Options:   --seed 20066 --no-argc --concise --max-funcs 1 --max-block-depth 3 --max-block-size 2 --max-expr-complexity 3 --max-array-dim 3 --max-array-len-per-dim 2 --max-pointer-depth 2 --max-struct-fields 8 --no-structs
#include "csmith.h"


static long __undefined;


union U0 {
   volatile uint64_t  f0;
   uint16_t  f1;
};


static volatile int32_t g_12[2] = {0L,0L};
static uint8_t g_17 = 9UL;
static int32_t g_21 = (-1L);
static int32_t * volatile g_31 = &g_21;
static int32_t * volatile g_38 = &g_21;
static uint64_t g_53 = 4UL;
static volatile int8_t g_59 = (-6L);
static volatile int32_t g_60 = (-1L);
static uint32_t g_61 = 0x3C758019L;
static volatile union U0 g_72 = {0xC4540E51693878D3LL};
static volatile union U0 *g_71 = &g_72;



static uint16_t  func_1(void);




static uint16_t  func_1(void)
{ 
    uint8_t *l_15 = (void*)0;
    uint8_t *l_16 = &g_17;
    int32_t l_20 = 1L;
    int32_t l_22 = 0x1E19E95DL;
    if ((safe_mod_func_uint64_t_u_u((safe_mul_func_uint16_t_u_u((safe_add_func_uint8_t_u_u((l_22 = (((safe_mod_func_uint64_t_u_u((safe_div_func_uint8_t_u_u(g_12[1], (l_20 = (safe_mul_func_uint8_t_u_u((++(*l_16)), (l_20 != g_21)))))), g_21)) == 0L) | 0UL)), 0L)), 0x6285L)), g_21)))
    { 
        int32_t *l_24 = &l_22;
        int32_t **l_23 = &l_24;
        (*l_23) = &l_22;
        for (l_20 = 11; (l_20 < 2); l_20 = safe_sub_func_uint8_t_u_u(l_20, 2))
        { 
            uint32_t l_27 = 1UL;
            ++l_27;
        }
    }
    else
    { 
        int64_t l_30 = 6L;
        int32_t l_37 = (-6L);
        (*g_31) = l_30;
        for (l_22 = 26; (l_22 < 8); --l_22)
        { 
            int16_t *l_36[1][1][2];
            int i, j, k;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 1; j++)
                {
                    for (k = 0; k < 2; k++)
                        l_36[i][j][k] = (void*)0;
                }
            }
            (*g_38) = (((safe_add_func_uint32_t_u_u((((((((((l_37 = l_22) | (((l_15 = (void*)0) == (void*)0) || l_30)) >= g_21) <= l_20) || 2L) , (void*)0) != &g_21) >= 0UL) && g_21), g_21)) , g_21) & g_12[1]);
        }
    }
    for (l_22 = 1; (l_22 >= 0); l_22 -= 1)
    { 
        int32_t l_43 = 6L;
        int32_t l_55 = 0x0E60136BL;
        volatile union U0 **l_73 = &g_71;
        int i;
        if ((safe_div_func_uint16_t_u_u((g_12[l_22] , (safe_div_func_int32_t_s_s((0UL | g_17), 9UL))), l_43)))
        { 
            int32_t *l_46 = &g_21;
            uint64_t *l_52 = &g_53;
            uint64_t *l_54[1];
            int i;
            for (i = 0; i < 1; i++)
                l_54[i] = (void*)0;
            (*l_46) ^= (safe_lshift_func_uint8_t_u_s(0UL, (g_12[1] >= l_43)));
            if (((*g_38) = (&g_21 == ((l_20 = ((safe_lshift_func_uint16_t_u_s(((l_55 ^= ((~(((((*l_52) = ((safe_div_func_int16_t_s_s((g_17 || 1L), l_43)) != 0xCEA59F7CL)) || g_12[l_22]) < 0xA349L) <= g_17)) | 255UL)) , g_21), (*l_46))) , 1L)) , &g_21))))
            { 
                int32_t *l_56 = &g_21;
                int32_t *l_57 = &l_20;
                int32_t *l_58[2];
                int i;
                for (i = 0; i < 2; i++)
                    l_58[i] = &l_20;
                (*l_46) ^= 0x81468F30L;
                g_61--;
            }
            else
            { 
                uint64_t l_68 = 3UL;
                (*l_46) = (safe_rshift_func_uint16_t_u_u(((((safe_div_func_uint16_t_u_u((l_68 >= (safe_lshift_func_uint16_t_u_u(g_53, g_59))), g_53)) , l_22) == g_61) , g_53), l_55));
            }
        }
        else
        { 
            return l_20;
        }
        (*l_73) = g_71;
    }
    return g_21;
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
        transparent_crc(g_12[i], "g_12[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_17, "g_17", print_hash_value);
    transparent_crc(g_21, "g_21", print_hash_value);
    transparent_crc(g_53, "g_53", print_hash_value);
    transparent_crc(g_59, "g_59", print_hash_value);
    transparent_crc(g_60, "g_60", print_hash_value);
    transparent_crc(g_61, "g_61", print_hash_value);
    transparent_crc(g_72.f0, "g_72.f0", print_hash_value);
    transparent_crc(g_72.f1, "g_72.f1", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
