// lp64: 1736461428721041352
// ilp32: 1736461428721041352
// Options:   --seed 20087 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 8 --max-array-dim 2 --max-array-len-per-dim 2 --max-pointer-depth 3 --max-struct-fields 7 --no-volatiles --no-longlong --fixed-struct-fields --const-as-condition --take-no-union-field-addr

#define NO_LONGLONG

#include "csmith.h"


static long __undefined;


union U1 {
   const uint32_t  f0;
   uint32_t  f1;
};

union U3 {
   int32_t  f0;
};

union U5 {
   const uint16_t  f0;
   signed f1 : 25;
   uint8_t  f2;
};

union U6 {
   int32_t  f0;
   int8_t * const  f1;
   int8_t  f2;
};

union U7 {
   uint8_t  f0;
};


static const int8_t g_4 = 0x45;
static const int8_t g_6 = 1;
static const int8_t *g_5 = &g_6;
static int8_t g_18[1] = {0x45};
static uint16_t g_22 = 1U;
static int8_t * const g_27 = &g_18[0];
static int8_t * const *g_26 = &g_27;
static union U1 g_29 = {0x323E629B};
static int8_t g_42 = 2;
static union U7 g_46[1][2] = {{{1U},{1U}}};
static union U7 *g_48[2][2] = {{&g_46[0][1],&g_46[0][1]},{&g_46[0][1],&g_46[0][1]}};
static union U6 g_51 = {-7};
static uint32_t g_59 = 3U;



static uint16_t  func_1(void);




static uint16_t  func_1(void)
{ 
    const int8_t *l_3 = &g_4;
    const int8_t **l_2 = &l_3;
    uint32_t l_13 = 4294967293U;
    union U3 l_16 = {-7};
    int8_t *l_17 = &g_18[0];
    const uint16_t l_19[2][2] = {{1U,1U},{1U,1U}};
    int8_t *l_20 = &g_18[0];
    uint16_t *l_21 = &g_22;
    int32_t l_23 = 0;
    const int8_t l_37 = 0x58;
    int i, j;
    l_23 ^= (((g_5 = ((*l_2) = (void*)0)) == (void*)0) & ((*l_17) = (safe_lshift_func_int8_t_s_u(((safe_sub_func_uint16_t_u_u((safe_add_func_uint16_t_u_u(g_6, l_13)), ((*l_21) = ((((((((safe_add_func_uint16_t_u_u((((l_16 , &g_4) != l_17) || 8), g_18[0])) && l_19[0][1]) == g_18[0]) && g_18[0]) > l_13) , (void*)0) == l_20) > l_13)))) ^ l_19[1][1]), g_18[0]))));
    for (l_13 = (-2); (l_13 > 12); ++l_13)
    { 
        int8_t * const **l_28 = &g_26;
        union U3 l_30 = {0};
        union U5 l_38 = {3U};
        union U7 *l_45[1];
        uint32_t l_63 = 4294967294U;
        int i;
        for (i = 0; i < 1; i++)
            l_45[i] = &g_46[0][1];
        if ((((((*l_28) = g_26) != (g_29 , &l_3)) , (l_30 , &g_5)) != ((safe_add_func_uint8_t_u_u(((safe_mod_func_int8_t_s_s((safe_sub_func_uint32_t_u_u(g_6, 0U)), l_30.f0)) | l_37), l_37)) , (void*)0)))
        { 
            int8_t *l_41 = &g_42;
            int32_t *l_43 = &l_30.f0;
            int32_t *l_44[1];
            int i;
            for (i = 0; i < 1; i++)
                l_44[i] = &l_16.f0;
            if (g_4)
                break;
            l_23 = ((*l_43) = (l_38 , (safe_mod_func_int8_t_s_s(l_16.f0, ((*l_41) &= (*g_27))))));
        }
        else
        { 
            union U7 **l_47[1][1];
            union U6 *l_50 = &g_51;
            union U6 **l_49 = &l_50;
            uint32_t *l_58 = &g_59;
            int32_t l_62 = 0x4473CA56;
            int32_t *l_64[1];
            int i, j;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 1; j++)
                    l_47[i][j] = &l_45[0];
            }
            for (i = 0; i < 1; i++)
                l_64[i] = &l_30.f0;
            g_48[0][0] = l_45[0];
            (*l_49) = (void*)0;
            l_16.f0 = ((safe_add_func_int8_t_s_s((g_18[0] != (((safe_sub_func_uint16_t_u_u((g_29.f1 ^ (0x8BE3E2CA | 0xC43DA4AA)), (((l_28 == (void*)0) >= (safe_div_func_uint32_t_u_u((++(*l_58)), ((l_38.f0 , l_62) , l_13)))) >= l_38.f0))) ^ l_30.f0) & l_62)), l_63)) | 0x4C80454F);
        }
    }
    return g_4;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_18[i], "g_18[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_29.f0, "g_29.f0", print_hash_value);
    transparent_crc(g_29.f1, "g_29.f1", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_46[i][j].f0, "g_46[i][j].f0", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_51.f0, "g_51.f0", print_hash_value);
    transparent_crc(g_51.f2, "g_51.f2", print_hash_value);
    transparent_crc(g_59, "g_59", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
