// lp64: 18205921584658139437
// ilp32: 18205921584658139437
// Options:   --seed 20002 --no-argc --concise --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 2 --max-array-dim 2 --max-array-len-per-dim 4 --max-pointer-depth 2 --max-struct-fields 7 --no-volatile-pointers --no-arg-unions
#include "csmith.h"


static long __undefined;



static uint32_t g_11 = 0x5C6EFF3DL;
static uint8_t g_13[2][4] = {{1UL,0xBDL,1UL,1UL},{0xBDL,0xBDL,0UL,0xBDL}};
static int32_t g_14 = (-4L);
static int32_t g_28 = 0x0442E119L;
static volatile uint16_t g_63 = 2UL;
static volatile int16_t g_74 = 0L;
static int8_t g_75 = 0x73L;
static volatile uint8_t g_76 = 0xA5L;
static uint8_t g_85 = 0xC8L;
static int32_t *g_90 = &g_14;
static uint32_t g_105 = 0x9CC85B7FL;



static const int64_t  func_1(void);
static int8_t  func_4(uint8_t  p_5, int64_t  p_6, int32_t  p_7, uint32_t  p_8);
static int32_t  func_79(uint8_t  p_80, int32_t  p_81);




static const int64_t  func_1(void)
{ 
    uint8_t l_10 = 0x23L;
    uint8_t *l_12[2];
    int32_t *l_108 = &g_28;
    int i;
    for (i = 0; i < 2; i++)
        l_12[i] = &g_13[1][0];
    (*l_108) = (safe_mul_func_int8_t_s_s(func_4((g_14 = (g_13[1][0] ^= ((!l_10) && g_11))), g_11, g_11, l_10), l_10));
    return g_13[1][0];
}



static int8_t  func_4(uint8_t  p_5, int64_t  p_6, int32_t  p_7, uint32_t  p_8)
{ 
    uint32_t l_20[1][4] = {{0x79A20B28L,0x79A20B28L,0x79A20B28L,0x79A20B28L}};
    int32_t l_59 = 0x7CF3D009L;
    int32_t l_60 = 7L;
    int i, j;
lbl_71:
    for (p_5 = 0; (p_5 <= 60); ++p_5)
    { 
        int32_t *l_17 = &g_14;
        int32_t l_18 = 0xD21CD430L;
        int32_t *l_19 = &g_14;
        l_20[0][3]--;
    }
    if ((l_20[0][3] > 0L))
    { 
        int32_t *l_32[3];
        int i;
        for (i = 0; i < 3; i++)
            l_32[i] = &g_28;
        for (g_14 = 0; (g_14 < 27); g_14 = safe_add_func_uint8_t_u_u(g_14, 8))
        { 
            int32_t *l_27 = &g_28;
            int32_t **l_31[2][2] = {{&l_27,&l_27},{&l_27,&l_27}};
            int i, j;
            (*l_27) |= l_20[0][3];
            (*l_27) = (safe_sub_func_uint8_t_u_u(((0x97L == 0xCCL) == p_6), g_11));
            l_32[2] = l_27;
        }
    }
    else
    { 
        int64_t l_51[4][4] = {{0x2B5D06DE21E52503LL,0x2B5D06DE21E52503LL,(-3L),0L},{0L,0xF8A3D35555D5DF5BLL,(-3L),0xF8A3D35555D5DF5BLL},{0x2B5D06DE21E52503LL,(-1L),0L,(-3L)},{0xF8A3D35555D5DF5BLL,(-1L),(-1L),0xF8A3D35555D5DF5BLL}};
        int32_t l_54 = (-10L);
        int32_t l_57 = 0x83B1D319L;
        int32_t l_58 = 1L;
        int32_t l_61 = 2L;
        int32_t l_62[2];
        int32_t **l_67 = (void*)0;
        int8_t l_82 = 0x69L;
        int i, j;
        for (i = 0; i < 2; i++)
            l_62[i] = 1L;
        if (((safe_mul_func_int16_t_s_s((safe_mul_func_uint8_t_u_u(l_20[0][3], 6L)), g_11)) >= 0xF85A06C0F1A0197CLL))
        { 
            int32_t *l_37 = &g_14;
            int32_t *l_38 = &g_28;
            int32_t *l_39 = &g_28;
            int32_t *l_40 = &g_28;
            int32_t *l_41 = &g_28;
            int32_t *l_42 = &g_28;
            int32_t *l_43 = &g_14;
            int32_t *l_44 = &g_28;
            int32_t *l_45 = &g_28;
            int32_t *l_46 = &g_28;
            int32_t *l_47 = &g_14;
            int32_t *l_48 = (void*)0;
            int32_t l_49 = (-1L);
            int32_t *l_50 = &g_14;
            int32_t *l_52 = &g_28;
            int32_t *l_53 = &g_14;
            int32_t *l_55 = &l_54;
            int32_t *l_56[3][3] = {{(void*)0,&g_28,&g_28},{(void*)0,&g_28,&g_28},{(void*)0,&g_28,&g_28}};
            int i, j;
            ++g_63;
            for (g_14 = 0; (g_14 <= 1); g_14 += 1)
            { 
                int32_t ** const l_66[4] = {&l_43,&l_43,&l_43,&l_43};
                int8_t l_70[4][1];
                int i, j;
                for (i = 0; i < 4; i++)
                {
                    for (j = 0; j < 1; j++)
                        l_70[i][j] = (-1L);
                }
                (*l_52) ^= ((l_66[0] == l_67) > 0x46375426BEC16066LL);
                (*l_39) = ((safe_lshift_func_uint8_t_u_u(((p_7 && g_11) > p_5), 1)) == p_5);
                return l_70[1][0];
            }
            if (g_11)
                goto lbl_71;
        }
        else
        { 
            int32_t *l_72 = (void*)0;
            int32_t *l_73[1][3];
            int i, j;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 3; j++)
                    l_73[i][j] = &l_62[0];
            }
            ++g_76;
            g_14 ^= ((void*)0 != &l_59);
        }
        if (func_79(l_82, g_13[0][3]))
        { 
            int32_t *l_88 = &l_57;
            int32_t **l_89 = (void*)0;
            g_90 = l_88;
            l_60 = (((safe_mul_func_uint16_t_u_u(((safe_lshift_func_int16_t_s_s((safe_lshift_func_uint16_t_u_u(((((safe_div_func_int8_t_s_s(((((*g_90) = (*g_90)) ^ g_11) || l_20[0][1]), p_6)) < 6L) <= p_7) , g_14), 6)), g_85)) , l_62[1]), 0xD1F3L)) , 0xCEBEL) | g_75);
        }
        else
        { 
            int32_t *l_101 = &l_62[0];
            if (((safe_rshift_func_int8_t_s_s((-2L), 7)) & p_8))
            { 
                int32_t **l_102 = &l_101;
                (*l_102) = l_101;
            }
            else
            { 
                int32_t *l_103 = &g_28;
                int32_t *l_104[3];
                int i;
                for (i = 0; i < 3; i++)
                    l_104[i] = (void*)0;
                (*g_90) &= p_6;
                g_105++;
            }
        }
    }
    return g_75;
}



static int32_t  func_79(uint8_t  p_80, int32_t  p_81)
{ 
    int32_t *l_83[3][4];
    int16_t l_84 = (-9L);
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 4; j++)
            l_83[i][j] = (void*)0;
    }
    --g_85;
    return p_80;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_11, "g_11", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 4; j++)
        {
            transparent_crc(g_13[i][j], "g_13[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_14, "g_14", print_hash_value);
    transparent_crc(g_28, "g_28", print_hash_value);
    transparent_crc(g_63, "g_63", print_hash_value);
    transparent_crc(g_74, "g_74", print_hash_value);
    transparent_crc(g_75, "g_75", print_hash_value);
    transparent_crc(g_76, "g_76", print_hash_value);
    transparent_crc(g_85, "g_85", print_hash_value);
    transparent_crc(g_105, "g_105", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
