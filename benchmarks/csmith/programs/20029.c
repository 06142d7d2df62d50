// lp64: 16167193744741443587
// ilp32: 16167193744741443587
// Options:   --seed 20029 --no-argc --concise --max-funcs 1 --max-block-depth 3 --max-block-size 2 --max-expr-complexity 3 --max-array-dim 3 --max-array-len-per-dim 4 --max-pointer-depth 1 --max-struct-fields 7 --no-pointers
#include "csmith.h"


static long __undefined;



static const uint32_t g_4 = 0UL;
static uint8_t g_5[2][3] = {{0xBCL,0xBCL,0xBCL},{0xBCL,0xBCL,0xBCL}};
static int32_t g_6 = 7L;
static uint16_t g_18[1][4][1] = {{{0x2DC6L},{0x2DC6L},{0x2DC6L},{0x2DC6L}}};
static uint32_t g_35 = 1UL;
static int32_t g_43 = 0L;
static uint32_t g_51 = 4294967295UL;
static int32_t g_73 = (-7L);
static volatile int16_t g_75 = 0x5065L;
static volatile int32_t g_77 = 0xE65A1B20L;
static int16_t g_78[4] = {(-1L),(-1L),(-1L),(-1L)};
static volatile uint16_t g_79 = 65535UL;



static const uint16_t  func_1(void);




static const uint16_t  func_1(void)
{ 
    uint32_t l_16[4] = {0x9C7C6F1FL,0x9C7C6F1FL,0x9C7C6F1FL,0x9C7C6F1FL};
    int32_t l_17 = 0x424B969BL;
    int64_t l_72 = 0x98D803B567AB6272LL;
    int i;
    if ((safe_rshift_func_int8_t_s_s(g_4, 3)))
    { 
        int16_t l_15 = 0x8CF5L;
        uint32_t l_31 = 8UL;
        for (g_6 = 1; (g_6 >= 0); g_6 -= 1)
        { 
            int32_t l_30 = 0x4EB300A9L;
            g_18[0][3][0] = (l_17 &= (safe_rshift_func_int8_t_s_u((g_4 || ((safe_mod_func_int32_t_s_s((((safe_mod_func_uint16_t_u_u((((((((safe_mod_func_uint64_t_u_u(l_15, 2L)) , l_16[0]) , 0x3C1DE6FCL) > g_4) > 0x277EBD004DDE9AB5LL) , l_16[1]) <= 65534UL), l_15)) <= l_16[0]) , 0xE0CD9796L), 9L)) ^ 0x44L)), 7)));
            for (l_17 = 1; (l_17 >= 0); l_17 -= 1)
            { 
                int8_t l_32 = 0x0FL;
                if (g_4)
                    break;
                l_32 = (!((safe_lshift_func_uint8_t_u_u((safe_lshift_func_uint8_t_u_u((safe_add_func_int64_t_s_s(((-9L) | (((safe_rshift_func_uint16_t_u_u(l_16[0], l_30)) , 0xE1L) > l_31)), 0x7826243A5D8D3410LL)), 7)), 7)) & 0x697AB83DL));
            }
        }
        if (g_6)
        { 
            return g_4;
        }
        else
        { 
            const uint32_t l_33[2] = {0x7D93CBFBL,0x7D93CBFBL};
            int i;
            if (g_6)
            { 
                return l_33[0];
            }
            else
            { 
                uint16_t l_36 = 0x8946L;
                g_6 = (l_36 |= (+(g_35 |= 0L)));
            }
        }
    }
    else
    { 
        int32_t l_37 = 0L;
        int32_t l_44 = 0L;
        for (l_17 = 0; (l_17 >= 0); l_17 -= 1)
        { 
            uint32_t l_50 = 0x39B6AF4AL;
            g_6 = g_18[0][3][0];
            for (g_35 = 0; (g_35 <= 0); g_35 += 1)
            { 
                uint8_t l_45 = 0x11L;
                if (l_37)
                    break;
                g_6 = (safe_add_func_int16_t_s_s(((g_6 <= (g_51 = ((+(((safe_mul_func_uint16_t_u_u((l_45++), (safe_lshift_func_int16_t_s_u((l_44 = (g_18[0][3][0] & (-2L))), 4)))) & l_37) > l_50)) <= (-1L)))) < g_43), 0x9F0AL));
            }
        }
    }
    for (g_35 = (-18); (g_35 >= 57); g_35 = safe_add_func_uint8_t_u_u(g_35, 5))
    { 
        int32_t l_60[4][2][1];
        int32_t l_71 = 0x1CD9E91BL;
        int i, j, k;
        for (i = 0; i < 4; i++)
        {
            for (j = 0; j < 2; j++)
            {
                for (k = 0; k < 1; k++)
                    l_60[i][j][k] = 0xEC2C04DDL;
            }
        }
        g_6 = (safe_add_func_uint16_t_u_u((((safe_mul_func_int8_t_s_s((((((safe_mul_func_int16_t_s_s(l_60[3][1][0], (safe_lshift_func_int16_t_s_u((safe_rshift_func_int8_t_s_s((g_51 && g_35), g_18[0][3][0])), l_60[3][1][0])))) ^ 9UL) & l_60[3][1][0]) & l_16[3]) >= g_18[0][3][0]), 0x0EL)) >= 0x6E53L) || l_60[3][1][0]), g_43));
        if (g_4)
        { 
            int16_t l_67 = 0xF8A5L;
            int32_t l_74 = 0x825732E7L;
            int32_t l_76[1];
            int i;
            for (i = 0; i < 1; i++)
                l_76[i] = 0L;
            for (g_43 = 0; (g_43 > (-6)); g_43 = safe_sub_func_uint64_t_u_u(g_43, 3))
            { 
                uint64_t l_68 = 0x65A3FF566449D4C0LL;
                --l_68;
                l_71 ^= (l_60[3][0][0] , ((-1L) && l_68));
            }
            for (g_43 = 1; (g_43 >= 0); g_43 -= 1)
            { 
                int i, j;
                --g_79;
                return g_5[g_43][g_43];
            }
        }
        else
        { 
            const int32_t l_84 = (-1L);
            for (g_43 = 0; (g_43 > (-22)); g_43--)
            { 
                return g_73;
            }
            return l_84;
        }
    }
    return l_16[0];
}





int main (void)
{
    int i, j, k;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_5[i][j], "g_5[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_6, "g_6", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 4; j++)
        {
            for (k = 0; k < 1; k++)
            {
                transparent_crc(g_18[i][j][k], "g_18[i][j][k]", print_hash_value);
                if (print_hash_value) printf("index = [%d][%d][%d]\n", i, j, k);

            }
        }
    }
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_43, "g_43", print_hash_value);
    transparent_crc(g_51, "g_51", print_hash_value);
    transparent_crc(g_73, "g_73", print_hash_value);
    transparent_crc(g_75, "g_75", print_hash_value);
    transparent_crc(g_77, "g_77", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_78[i], "g_78[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_79, "g_79", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
