// lp64: 4270397043753808326
// ilp32: 4270397043753808326
// Options:   --seed 20058 --no-argc --concise --max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 1 --max-array-len-per-dim 4 --max-pointer-depth 3 --max-struct-fields 2 --no-arrays --no-jumps --no-longlong --no-embedded-assigns --no-arg-unions --builtins --disable-builtin-kinds x86

#define NO_LONGLONG

#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S1 {
   signed f0 : 30;
   const signed f1 : 11;
};
#pragma pack(pop)

struct S2 {
   unsigned f0 : 1;
};

union U5 {
   volatile uint32_t  f0;
   int16_t  f1;
   uint32_t  f2;
   uint32_t  f3;
};


static uint8_t g_16 = 0x43;
static const struct S1 g_18 = {26713,8};
static const int32_t *g_20 = (void*)0;
static const int32_t ** volatile g_19 = &g_20;
static union U5 g_21 = {0x10CAAD90};
static int32_t g_23 = 0x4B6749EF;
static int32_t * volatile g_22 = &g_23;
static int32_t **g_31 = (void*)0;
static struct S2 g_32 = {0};
static volatile int16_t g_69 = 1;
static uint32_t g_81 = 4294967295U;



static uint32_t  func_1(void);
static union U5  func_6(int16_t  p_7, const struct S1  p_8, struct S1  p_9, const int32_t  p_10, int8_t  p_11);
static int32_t * func_24(int32_t * p_25, uint32_t  p_26, int32_t ** p_27, struct S2  p_28, int32_t  p_29);




static uint32_t  func_1(void)
{ 
    uint32_t l_17 = 0x70CADD63;
    if ((safe_sub_func_uint32_t_u_u(((safe_div_func_uint32_t_u_u(((func_6((safe_rshift_func_int8_t_s_u(((1 < (safe_mul_func_int16_t_s_s((((-4) & g_16) <= g_16), l_17))) < l_17), 6)), g_18, g_18, g_18.f1, g_18.f0) , l_17) && g_18.f0), 0xD534A2C9)) != l_17), (-1))))
    { 
        (*g_22) |= g_21.f2;
    }
    else
    { 
        int32_t *l_30 = &g_23;
        l_30 = func_24(l_30, (*l_30), g_31, g_32, (*l_30));
    }
    return l_17;
}



static union U5  func_6(int16_t  p_7, const struct S1  p_8, struct S1  p_9, const int32_t  p_10, int8_t  p_11)
{ 
    (*g_19) = &p_10;
    return g_21;
}



static int32_t * func_24(int32_t * p_25, uint32_t  p_26, int32_t ** p_27, struct S2  p_28, int32_t  p_29)
{ 
    int32_t *l_33 = &g_23;
    int32_t *l_34 = &g_23;
    int32_t *l_35 = &g_23;
    int32_t *l_36 = &g_23;
    int32_t *l_37 = &g_23;
    int32_t *l_38 = &g_23;
    int32_t *l_39 = &g_23;
    int32_t *l_40 = &g_23;
    int32_t *l_41 = &g_23;
    int32_t *l_42 = &g_23;
    int32_t *l_43 = &g_23;
    int32_t *l_44 = &g_23;
    int32_t *l_45 = &g_23;
    int32_t *l_46 = (void*)0;
    int32_t *l_47 = &g_23;
    int32_t l_48 = 0;
    int32_t *l_49 = &g_23;
    int32_t *l_50 = &g_23;
    int32_t *l_51 = &l_48;
    int32_t *l_52 = &l_48;
    int32_t *l_53 = &g_23;
    int32_t *l_54 = (void*)0;
    int32_t *l_55 = &g_23;
    int32_t *l_56 = &g_23;
    int32_t *l_57 = &g_23;
    int32_t *l_58 = &g_23;
    int32_t *l_59 = (void*)0;
    int32_t *l_60 = &l_48;
    int32_t *l_61 = &g_23;
    int32_t *l_62 = (void*)0;
    int32_t *l_63 = &l_48;
    int32_t *l_64 = &g_23;
    int32_t *l_65 = &l_48;
    int32_t *l_66 = (void*)0;
    int32_t *l_67 = &l_48;
    int32_t *l_68 = &l_48;
    int32_t *l_70 = &l_48;
    int32_t *l_71 = &g_23;
    int32_t *l_72 = &g_23;
    int32_t *l_73 = &l_48;
    int32_t *l_74 = &g_23;
    int32_t *l_75 = (void*)0;
    int32_t *l_76 = &g_23;
    int32_t l_77 = 0x3A0DCB3D;
    int32_t *l_78 = &g_23;
    int32_t *l_79 = &g_23;
    int32_t *l_80 = &l_48;
    --g_81;
    return &g_23;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_16, "g_16", print_hash_value);
    transparent_crc(g_18.f0, "g_18.f0", print_hash_value);
    transparent_crc(g_18.f1, "g_18.f1", print_hash_value);
    transparent_crc(g_21.f0, "g_21.f0", print_hash_value);
    transparent_crc(g_21.f1, "g_21.f1", print_hash_value);
    transparent_crc(g_21.f2, "g_21.f2", print_hash_value);
    transparent_crc(g_21.f3, "g_21.f3", print_hash_value);
    transparent_crc(g_23, "g_23", print_hash_value);
    transparent_crc(g_32.f0, "g_32.f0", print_hash_value);
    transparent_crc(g_69, "g_69", print_hash_value);
    transparent_crc(g_81, "g_81", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
