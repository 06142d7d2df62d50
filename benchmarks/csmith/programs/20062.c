// lp64: 2549161342245884183
// ilp32: 2549161342245884183
// Options:   --seed 20062 --no-argc --concise --max-funcs 2 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 7 --max-array-dim 3 --max-array-len-per-dim 5 --max-pointer-depth 2 --max-struct-fields 6 --no-arrays --no-volatiles --no-consts --no-volatile-pointers
#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S0 {
   int16_t  f0;
   uint32_t  f1;
};
#pragma pack(pop)

#pragma pack(push)
#pragma pack(1)
struct S1 {
   unsigned f0 : 20;
   unsigned f1 : 29;
};
#pragma pack(pop)

union U3 {
   struct S0  f0;
   int8_t  f1;
   struct S0  f2;
   int16_t  f3;
   int8_t * f4;
};

union U4 {
   uint32_t  f0;
};

union U5 {
   int32_t  f0;
   signed f1 : 28;
   uint8_t  f2;
};


static union U3 g_4 = {{8L,0x07563FFAL}};
static int32_t g_5 = (-1L);
static int16_t g_10 = 0x615EL;
static int64_t g_11 = 0L;
static int32_t g_15 = (-7L);
static uint64_t g_21 = 0xE4F78D7CBAE8B012LL;
static union U5 g_27 = {-1L};
static int32_t **g_29 = (void*)0;
static uint16_t g_46 = 0UL;
static int32_t g_118 = 0x28A3ABE6L;
static int32_t g_119 = (-1L);
static uint8_t g_137 = 1UL;
static struct S1 g_144 = {69,5529};



static struct S1  func_1(void);
static int32_t  func_24(union U3 * p_25, int32_t ** p_26);




static struct S1  func_1(void)
{ 
    union U3 *l_3 = &g_4;
    union U3 **l_2 = &l_3;
    int32_t l_142 = (-1L);
    int32_t *l_143 = &g_5;
    (*l_2) = (void*)0;
    for (g_5 = 0; (g_5 < (-18)); g_5 = safe_sub_func_uint16_t_u_u(g_5, 8))
    { 
        int32_t *l_9 = &g_5;
        int32_t **l_8 = &l_9;
        int32_t *l_12 = (void*)0;
        int32_t l_13 = 0L;
        int32_t *l_14 = &l_13;
        int32_t *l_16 = &g_15;
        int32_t *l_17 = (void*)0;
        int32_t *l_18 = &g_15;
        int32_t *l_19 = &l_13;
        int32_t *l_20 = (void*)0;
        union U3 *l_28 = &g_4;
        (*l_8) = &g_5;
        --g_21;
    }
    (*l_143) = (1UL || l_142);
    return g_144;
}



static int32_t  func_24(union U3 * p_25, int32_t ** p_26)
{ 
    uint64_t l_34 = 0x711A53FDE7504ED0LL;
    union U4 l_41 = {0xDDA5659CL};
    uint16_t *l_44 = (void*)0;
    uint16_t *l_45 = &g_46;
    int32_t l_49 = 0L;
    uint64_t *l_50 = &g_21;
    int16_t l_63 = 3L;
    int32_t l_64 = 0x5427E557L;
    int32_t l_122 = 0xBC6281B6L;
    struct S1 l_140 = {554,7664};
    if ((safe_lshift_func_uint8_t_u_s((+(safe_unary_minus_func_int8_t_s(((l_34 && (safe_mul_func_int8_t_s_s(((safe_rshift_func_uint16_t_u_u((!(+((*l_45) ^= (l_41 , (safe_add_func_int32_t_s_s(g_4.f0.f0, l_34)))))), 6)) | (safe_sub_func_uint64_t_u_u(((*l_50) = (((g_4.f1 < (l_49 &= g_11)) < l_41.f0) || 1L)), g_5))), 5L))) && l_41.f0)))), l_34)))
    { 
        struct S0 l_51 = {0xB407L,6UL};
        struct S0 *l_52 = &l_51;
        int32_t *l_53 = &l_49;
        int8_t *l_60 = &g_4.f1;
        (*l_52) = l_51;
        (*l_53) = g_10;
        l_64 &= ((safe_sub_func_uint64_t_u_u((safe_mul_func_int8_t_s_s((safe_mul_func_uint8_t_u_u(g_27.f1, (((void*)0 == l_53) | (*l_53)))), ((*l_60) = l_49))), (((((safe_mul_func_uint8_t_u_u(((void*)0 == p_25), 0x55L)) ^ l_63) , g_29) == (void*)0) == g_21))) > 255UL);
    }
    else
    { 
        int32_t *l_65 = &l_64;
        int32_t *l_66 = (void*)0;
        int32_t *l_67 = &g_15;
        int32_t *l_68 = (void*)0;
        int32_t *l_69 = &l_49;
        int32_t *l_70 = &g_15;
        int32_t *l_71 = &l_64;
        int32_t *l_72 = &g_15;
        int32_t l_73 = (-9L);
        int32_t *l_74 = (void*)0;
        int32_t *l_75 = (void*)0;
        int32_t *l_76 = (void*)0;
        int32_t *l_77 = &l_64;
        int32_t l_78 = 0x33D7BF5FL;
        int32_t *l_79 = &l_73;
        int32_t *l_80 = &l_49;
        int32_t *l_81 = (void*)0;
        int32_t *l_82 = &l_78;
        int32_t *l_83 = &l_64;
        int32_t *l_84 = &l_64;
        int32_t *l_85 = &l_78;
        int32_t *l_86 = (void*)0;
        int32_t *l_87 = &g_15;
        int32_t *l_88 = (void*)0;
        int32_t *l_89 = &l_49;
        int32_t *l_90 = &l_49;
        int32_t *l_91 = (void*)0;
        int32_t *l_92 = &l_78;
        int32_t l_93 = 0xB2C9D536L;
        int32_t *l_94 = (void*)0;
        int32_t *l_95 = (void*)0;
        int32_t *l_96 = &l_73;
        int32_t *l_97 = (void*)0;
        int32_t *l_98 = (void*)0;
        int32_t *l_99 = &l_73;
        int32_t *l_100 = (void*)0;
        int32_t *l_101 = &l_49;
        int32_t *l_102 = &l_73;
        int32_t *l_103 = (void*)0;
        int32_t *l_104 = &l_78;
        int32_t l_105 = 0xC5EACAA0L;
        int32_t *l_106 = &l_49;
        int32_t *l_107 = &l_49;
        int32_t *l_108 = &l_78;
        int32_t *l_109 = &l_105;
        int32_t *l_110 = &l_78;
        int32_t *l_111 = &g_15;
        int32_t *l_112 = &l_78;
        int32_t l_113 = 3L;
        int32_t *l_114 = &l_113;
        int32_t *l_115 = (void*)0;
        int32_t *l_116 = (void*)0;
        int32_t *l_117 = &l_64;
        int32_t *l_120 = (void*)0;
        int32_t *l_121 = (void*)0;
        int32_t *l_123 = &l_105;
        int32_t *l_124 = &l_73;
        int32_t *l_125 = &g_15;
        int32_t *l_126 = (void*)0;
        int32_t *l_127 = &l_49;
        int32_t *l_128 = &l_73;
        int32_t *l_129 = (void*)0;
        int32_t *l_130 = &g_15;
        int32_t *l_131 = &l_113;
        int32_t *l_132 = &l_49;
        int32_t *l_133 = &l_78;
        int32_t *l_134 = &l_64;
        int32_t *l_135 = &g_118;
        int32_t *l_136 = &l_73;
        struct S1 *l_141 = &l_140;
        ++g_137;
        (*l_141) = l_140;
    }
    return l_41.f0;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4.f0.f0, "g_4.f0.f0", print_hash_value);
    transparent_crc(g_4.f0.f1, "g_4.f0.f1", print_hash_value);
    transparent_crc(g_4.f1, "g_4.f1", print_hash_value);
    transparent_crc(g_4.f2.f0, "g_4.f2.f0", print_hash_value);
    transparent_crc(g_4.f2.f1, "g_4.f2.f1", print_hash_value);
    transparent_crc(g_4.f3, "g_4.f3", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_11, "g_11", print_hash_value);
    transparent_crc(g_15, "g_15", print_hash_value);
    transparent_crc(g_21, "g_21", print_hash_value);
    transparent_crc(g_27.f0, "g_27.f0", print_hash_value);
    transparent_crc(g_27.f1, "g_27.f1", print_hash_value);
    transparent_crc(g_27.f2, "g_27.f2", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_118, "g_118", print_hash_value);
    transparent_crc(g_119, "g_119", print_hash_value);
    transparent_crc(g_137, "g_137", print_hash_value);
    transparent_crc(g_144.f0, "g_144.f0", print_hash_value);
    transparent_crc(g_144.f1, "g_144.f1", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
