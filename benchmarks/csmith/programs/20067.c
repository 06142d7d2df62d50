// lp64: 4294967295
// ilp32: 4294967295
// Options:   --seed 20067 --no-argc --concise --max-funcs 4 --max-block-depth 2 --max-block-size 2 --max-expr-complexity 8 --max-array-dim 3 --max-array-len-per-dim 2 --max-pointer-depth 3 --max-struct-fields 5 --no-embedded-assigns --no-divs --no-global-variables
#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S0 {
   const unsigned f0 : 16;
   signed f1 : 7;
   const unsigned f2 : 14;
};
#pragma pack(pop)





static struct S0  func_1(void);
static int32_t  func_9(uint32_t  p_10, int32_t  p_11, uint8_t  p_12, uint32_t  p_13);
static int32_t  func_45(int32_t  p_46, int32_t  p_47, uint32_t  p_48);
static int32_t * func_56(const int32_t  p_57, int32_t * p_58, uint8_t  p_59);




static struct S0  func_1(void)
{ 
    uint32_t l_2[2];
    int32_t l_3 = 0x1CDCB363L;
    uint16_t l_55 = 0x7DBCL;
    int32_t l_66 = 0xB8731485L;
    int32_t *l_124 = &l_3;
    int32_t **l_123 = &l_124;
    int32_t l_126 = 0x4E5F115DL;
    int32_t l_129 = 0xF9347886L;
    int32_t l_130 = (-2L);
    int32_t l_131 = (-1L);
    int32_t l_132[2][1];
    int8_t l_133 = 0x71L;
    int16_t l_134[1][1];
    uint64_t l_135[1][1][2];
    struct S0 l_139 = {207,-9,104};
    int i, j, k;
    for (i = 0; i < 2; i++)
        l_2[i] = 4294967295UL;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
            l_132[i][j] = 0x493DC333L;
    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_134[i][j] = 0x549EL;
    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
        {
            for (k = 0; k < 2; k++)
                l_135[i][j][k] = 18446744073709551615UL;
        }
    }
    for (l_3 = 0; (l_3 <= 1); l_3 += 1)
    { 
        int32_t l_4 = (-2L);
        uint32_t l_68[1][1][1];
        int32_t *l_127 = &l_126;
        int32_t *l_128[2][1];
        int i, j, k;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 1; j++)
            {
                for (k = 0; k < 1; k++)
                    l_68[i][j][k] = 1UL;
            }
        }
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 1; j++)
                l_128[i][j] = &l_4;
        }
        for (l_4 = 1; (l_4 >= 0); l_4 -= 1)
        { 
            uint64_t l_67 = 0x219E4E412C2192B5LL;
            int8_t l_120 = 0L;
            int32_t l_122 = (-5L);
            int32_t *l_121 = &l_122;
            int32_t ***l_125 = &l_123;
            int i;
            (*l_121) &= (safe_mod_func_uint32_t_u_u((((safe_mod_func_int32_t_s_s(func_9(((safe_mod_func_int64_t_s_s((1UL == l_2[l_4]), ((safe_rshift_func_int8_t_s_s((safe_sub_func_int8_t_s_s(((safe_lshift_func_int16_t_s_u(l_2[l_3], (safe_lshift_func_uint16_t_u_u((((safe_rshift_func_int8_t_s_u((safe_mul_func_uint16_t_u_u((safe_mod_func_uint32_t_u_u((((safe_mul_func_uint8_t_u_u(((safe_sub_func_uint64_t_u_u(0xC8951BB35B689063LL, (((safe_mod_func_uint32_t_u_u(((safe_rshift_func_int16_t_s_u(((((((safe_add_func_uint8_t_u_u((l_2[l_4] < ((safe_lshift_func_uint16_t_u_u((safe_mod_func_int16_t_s_s(((safe_unary_minus_func_int32_t_s(func_45(((((safe_mod_func_int8_t_s_s(((0x23L > ((safe_rshift_func_uint8_t_u_u((((safe_lshift_func_uint8_t_u_s((l_4 , 255UL), 7)) != 1UL) ^ l_2[l_3]), l_3)) <= 0L)) & l_4), l_4)) == l_55) | l_3) & l_2[l_4]), l_2[l_3], l_2[l_4]))) , l_66), 0xFF81L)), l_67)) ^ l_3)), 255UL)) == 0xCF720AFD3265C9E2LL) >= l_67) , (-1L)) > l_2[l_3]) , 0L), 0)) | 0xC3L), l_67)) , l_2[l_4]) ^ l_68[0][0][0]))) <= (-1L)), 0x8EL)) || l_3) >= l_68[0][0][0]), l_2[l_3])), 1UL)), 6)) < (-8L)) != l_55), l_68[0][0][0])))) ^ l_67), l_2[l_4])), 2)) , l_2[l_4]))) , l_68[0][0][0]), l_67, l_2[l_3], l_2[0]), l_120)) , 0xFB6AB9C1A6072D4BLL) < l_68[0][0][0]), l_67));
            (*l_125) = l_123;
        }
        l_135[0][0][1]++;
        for (l_4 = 0; (l_4 <= 1); l_4 += 1)
        { 
            int8_t l_138 = 0xAAL;
            int i;
            (*l_123) = func_56(l_2[l_4], (*l_123), l_2[l_4]);
            l_138 ^= (*l_127);
        }
    }
    return l_139;
}



static int32_t  func_9(uint32_t  p_10, int32_t  p_11, uint8_t  p_12, uint32_t  p_13)
{ 
    uint32_t l_82 = 0x945F7E1EL;
    int32_t l_97 = 1L;
    int32_t *l_96[2][2] = {{&l_97,&l_97},{&l_97,&l_97}};
    int32_t l_118 = 0x002ECD41L;
    int i, j;
    for (p_10 = 0; (p_10 >= 28); p_10 = safe_add_func_uint64_t_u_u(p_10, 7))
    { 
        int32_t l_73 = 0x8D27381AL;
        int64_t l_94 = 0L;
        int32_t l_95 = (-1L);
        int32_t **l_98 = (void*)0;
        int32_t **l_99 = &l_96[1][0];
        const struct S0 l_117 = {61,-3,105};
        (*l_99) = func_56((safe_sub_func_uint32_t_u_u((((((l_73 == (safe_sub_func_uint16_t_u_u(((safe_add_func_int8_t_s_s(((!((~(((((l_73 < (safe_mul_func_int16_t_s_s(((((((l_82 || l_82) , (safe_sub_func_uint8_t_u_u(((safe_add_func_uint32_t_u_u((safe_sub_func_uint8_t_u_u(p_11, 0x2DL)), ((((((((+(safe_mod_func_int16_t_s_s((safe_rshift_func_uint16_t_u_u(p_13, l_82)), p_11))) <= 1L) , l_73) != 2UL) <= l_73) == p_11) , p_11) , p_11))) != 2L), 246UL))) , 0xF2L) & l_94) == 1L) | p_10), p_12))) > p_13) == p_13) >= l_82) ^ l_73)) >= l_94)) | 1UL), 0x78L)) >= l_73), l_95))) || 0x14099FA6L) || l_82) == l_82) ^ 65529UL), 0UL)), l_96[1][0], l_73);
        for (p_13 = (-6); (p_13 == 23); p_13 = safe_add_func_uint8_t_u_u(p_13, 9))
        { 
            int64_t l_108[2];
            int32_t *l_119 = (void*)0;
            int i;
            for (i = 0; i < 2; i++)
                l_108[i] = 0x5F243A6B221C00E8LL;
        }
    }
    return p_12;
}



static int32_t  func_45(int32_t  p_46, int32_t  p_47, uint32_t  p_48)
{ 
    int32_t l_63[2];
    int32_t *l_62[1];
    int i;
    for (i = 0; i < 2; i++)
        l_63[i] = 0L;
    for (i = 0; i < 1; i++)
        l_62[i] = &l_63[0];
    l_62[0] = func_56(p_48, &p_47, p_48);
    for (p_46 = 3; (p_46 > (-1)); p_46--)
    { 
        p_47 &= (&l_63[1] == &p_47);
    }
    return p_46;
}



static int32_t * func_56(const int32_t  p_57, int32_t * p_58, uint8_t  p_59)
{ 
    int32_t l_61 = 0L;
    const int32_t *l_60[1][2][2] = {{{&l_61,&l_61},{&l_61,&l_61}}};
    int i, j, k;
    l_60[0][1][0] = (void*)0;
    return p_58;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
