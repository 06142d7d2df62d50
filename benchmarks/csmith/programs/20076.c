// lp64: 7410542318547800045
// ilp32: 7410542318547800045
// Options:   --seed 20076 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 6 --max-array-dim 3 --max-array-len-per-dim 3 --max-pointer-depth 2 --max-struct-fields 8 --builtins --disable-builtin-kinds x86
#include "csmith.h"


static long __undefined;



static uint32_t g_4 = 4294967292UL;
static int32_t g_9 = 0xF07B4BC6L;
static volatile int32_t g_13 = 0xF7921E12L;
static uint8_t g_19 = 0xA2L;
static int16_t g_36 = 0L;
static volatile int32_t g_37[2][3] = {{1L,1L,1L},{1L,1L,1L}};
static uint16_t g_38 = 0x547AL;
static volatile int32_t g_41 = 3L;
static volatile uint8_t g_42 = 1UL;



static uint32_t  func_1(void);




static uint32_t  func_1(void)
{ 
    uint32_t l_5 = 18446744073709551606UL;
    int32_t l_35 = 0x49E3C8D3L;
    int32_t *l_50 = &g_9;
    if ((safe_add_func_int16_t_s_s(g_4, l_5)))
    { 
        int32_t *l_10 = &g_9;
        int32_t l_20 = 0x9F486485L;
        for (g_4 = 0; (g_4 != 48); g_4 = safe_add_func_uint32_t_u_u(g_4, 6))
        { 
            int32_t *l_8 = &g_9;
            (*l_8) = 1L;
            if ((*l_8))
                continue;
        }
        (*l_10) = g_9;
        if ((safe_sub_func_uint8_t_u_u(g_9, 0x00L)))
        { 
            return l_5;
        }
        else
        { 
            uint64_t l_18 = 0UL;
            (*l_10) = g_9;
            l_20 = ((*l_10) = (((g_13 & ((g_19 ^= (safe_unary_minus_func_int16_t_s(((g_9 == ((void*)0 == &g_9)) & (safe_div_func_uint16_t_u_u(((+(((0x53A38D06721F7D96LL && 1UL) || (*l_10)) >= 0x223DEC995F7626A9LL)) == l_18), l_5)))))) > 1UL)) <= l_5) ^ l_18));
            (*l_10) = (l_5 , l_5);
        }
    }
    else
    { 
        return g_13;
    }
    if (((-1L) != g_9))
    { 
        int32_t *l_22[1][3];
        int32_t **l_21 = &l_22[0][2];
        int i, j;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 3; j++)
                l_22[i][j] = &g_9;
        }
        (*l_21) = &g_9;
        for (g_9 = 0; (g_9 != 24); ++g_9)
        { 
            return g_9;
        }
    }
    else
    { 
        int32_t *l_25 = &g_9;
        int32_t *l_26 = &g_9;
        int32_t *l_27 = (void*)0;
        int32_t *l_28 = &g_9;
        int32_t *l_29 = &g_9;
        int32_t *l_30 = &g_9;
        int32_t *l_31 = (void*)0;
        int32_t *l_32 = (void*)0;
        int32_t *l_33 = (void*)0;
        int32_t *l_34[1][1][2];
        int i, j, k;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 1; j++)
            {
                for (k = 0; k < 2; k++)
                    l_34[i][j][k] = &g_9;
            }
        }
        --g_38;
        ++g_42;
    }
    (*l_50) = (safe_rshift_func_int8_t_s_s(l_35, (safe_rshift_func_int8_t_s_s((!1L), 5))));
    return g_36;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_37[i][j], "g_37[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_38, "g_38", print_hash_value);
    transparent_crc(g_41, "g_41", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
