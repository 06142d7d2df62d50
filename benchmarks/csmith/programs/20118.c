// lp64: 8883987947217816649
// ilp32: 8883987947217816649
// Options:   --seed 20118 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 3 --max-expr-complexity 6 --max-array-dim 2 --max-array-len-per-dim 4 --max-pointer-depth 2 --max-struct-fields 7 --no-structs --no-consts --no-comma-operators --builtins --disable-builtin-kinds x86
#include "csmith.h"


static long __undefined;


union U1 {
   int8_t * f0;
   int8_t * volatile  f1;
   int32_t  f2;
};


static uint32_t g_2 = 0x29EA4144L;
static int64_t g_3[1] = {0x37B04800FA72C25FLL};
static int8_t g_13 = (-5L);
static int32_t g_16 = 0x22DB785BL;
static int32_t *g_18 = &g_16;
static int32_t ** volatile g_17[3][4] = {{(void*)0,&g_18,&g_18,&g_18},{&g_18,(void*)0,&g_18,&g_18},{(void*)0,(void*)0,&g_18,&g_18}};
static int32_t ** volatile g_19 = &g_18;
static int32_t ** volatile g_21 = &g_18;
static int32_t * volatile g_25 = &g_16;
static union U1 g_27[1] = {{0}};



static uint64_t  func_1(void);
static int8_t  func_9(int8_t * p_10);




static uint64_t  func_1(void)
{ 
    uint32_t l_4 = 4294967288UL;
    uint32_t l_29 = 2UL;
    if (((g_3[0] = g_2) & g_2))
    { 
        int8_t *l_12[2][1];
        int8_t **l_11 = &l_12[1][0];
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 1; j++)
                l_12[i][j] = &g_13;
        }
        (*g_25) = (l_4 < (safe_sub_func_uint32_t_u_u((safe_add_func_int8_t_s_s(func_9(((*l_11) = (void*)0)), ((safe_div_func_uint32_t_u_u(g_3[0], g_3[0])) || g_13))), g_3[0])));
    }
    else
    { 
        union U1 *l_26 = &g_27[0];
        union U1 **l_28 = &l_26;
        (*l_28) = l_26;
    }
    return l_29;
}



static int8_t  func_9(int8_t * p_10)
{ 
    uint8_t l_14 = 0x66L;
    int32_t *l_15 = &g_16;
    int32_t l_22 = (-1L);
    if (((*l_15) = l_14))
    { 
        (*g_19) = l_15;
    }
    else
    { 
        int32_t *l_20[3][1];
        int i, j;
        for (i = 0; i < 3; i++)
        {
            for (j = 0; j < 1; j++)
                l_20[i][j] = &g_16;
        }
        (*g_21) = l_20[0][0];
        l_22 &= (*l_15);
    }
    (*g_18) = (*l_15);
    (*g_18) = ((void*)0 != &l_22);
    return (*l_15);
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_16, "g_16", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
