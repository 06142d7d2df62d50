// lp64: 15972117478281993601
// ilp32: 15972117478281993601
// Options:   --seed 20037 --no-argc --concise --max-funcs 1 --max-block-depth 3 --max-block-size 2 --max-expr-complexity 4 --max-array-dim 3 --max-array-len-per-dim 4 --max-pointer-depth 3 --max-struct-fields 2 --no-jumps --inline-function
#include "csmith.h"


static long __undefined;



static volatile int32_t g_3[4] = {0x2CB51DBAL,0x2CB51DBAL,0x2CB51DBAL,0x2CB51DBAL};
static volatile int32_t g_4 = 0x0E6DA504L;
static int32_t g_5[4] = {1L,1L,1L,1L};
static int16_t g_10 = (-1L);
static int16_t g_14 = 0x1F14L;
static int32_t g_18 = (-4L);
static int32_t g_26 = 0x63ABEFA0L;
static int32_t * volatile g_25[2][3][1] = {{{&g_26},{&g_5[3]},{&g_26}},{{&g_26},{&g_5[3]},{&g_26}}};
static int32_t * volatile g_27 = &g_26;
static uint64_t g_43 = 18446744073709551615UL;
static volatile int8_t g_45[4][3][1] = {{{(-1L)},{(-1L)},{(-1L)}},{{(-9L)},{(-9L)},{(-1L)}},{{(-1L)},{(-1L)},{(-9L)}},{{(-9L)},{(-1L)},{(-1L)}}};



static uint32_t  func_1(void);




static uint32_t  func_1(void)
{ 
    int64_t l_2[1][4] = {{(-4L),(-4L),(-4L),(-4L)}};
    int16_t *l_13 = &g_14;
    int16_t *l_15 = &g_14;
    int32_t l_30[2][1][3] = {{{0x59C3F908L,0x44ED25E4L,0x59C3F908L}},{{0x59C3F908L,0x44ED25E4L,0x59C3F908L}}};
    int32_t *l_46 = &l_30[0][0][0];
    int i, j, k;
    for (g_5[3] = 0; (g_5[3] <= 0); g_5[3] += 1)
    { 
        const uint32_t l_8 = 0xDAAB72B2L;
        int16_t *l_9 = &g_10;
        int16_t **l_11 = (void*)0;
        int16_t **l_12 = (void*)0;
        int32_t l_31[2][4] = {{1L,1L,1L,1L},{1L,1L,1L,1L}};
        int i, j;
        if (((((safe_sub_func_int16_t_s_s(l_8, ((*l_9) = g_5[3]))) & ((((l_13 = l_9) != l_15) > g_14) == 8UL)) && 8L) >= g_14))
        { 
            int32_t *l_16 = (void*)0;
            int32_t *l_17 = &g_18;
            (*l_17) = 0x12DEF906L;
        }
        else
        { 
            int32_t l_32 = 0x9BB816E1L;
            int32_t l_33 = 0x954A4377L;
            int32_t l_34 = (-1L);
            int32_t l_35 = 0x15BB970EL;
            for (g_18 = 0; (g_18 >= 0); g_18 -= 1)
            { 
                int32_t *l_28 = &g_26;
                int32_t *l_29[2][2][2] = {{{&g_26,&g_26},{&g_26,&g_26}},{{&g_26,&g_26},{&g_26,&g_26}}};
                uint8_t l_36 = 0x9DL;
                int i, j, k;
                (*g_27) = (safe_sub_func_uint8_t_u_u(l_2[g_18][(g_18 + 1)], ((safe_div_func_int16_t_s_s(l_2[g_18][g_18], (safe_add_func_int8_t_s_s(l_8, l_2[0][1])))) != g_5[3])));
                --l_36;
            }
        }
        for (g_18 = 0; (g_18 <= 0); g_18 += 1)
        { 
            uint8_t l_41 = 0xE6L;
            uint64_t *l_42 = &g_43;
            int32_t *l_44 = &g_26;
            (*l_44) = ((-1L) <= ((*l_42) = (l_41 != 1UL)));
            for (g_10 = 0; (g_10 >= 0); g_10 -= 1)
            { 
                if (g_45[2][2][0])
                    break;
            }
        }
    }
    l_46 = &l_30[0][0][2];
    return g_45[2][2][0];
}





int main (void)
{
    int i, j, k;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_4, "g_4", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_5[i], "g_5[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_14, "g_14", print_hash_value);
    transparent_crc(g_18, "g_18", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_43, "g_43", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 3; j++)
        {
            for (k = 0; k < 1; k++)
            {
                transparent_crc(g_45[i][j][k], "g_45[i][j][k]", print_hash_value);
                if (print_hash_value) printf("index = [%d][%d][%d]\n", i, j, k);

            }
        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
