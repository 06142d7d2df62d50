// lp64: 7711343054433042376
// ilp32: 7711343054433042376
// Options:   --seed 20010 --no-argc --concise --max-funcs 3 --max-block-depth 1 --max-block-size 4 --max-expr-complexity 2 --max-array-dim 2 --max-array-len-per-dim 2 --max-pointer-depth 1 --max-struct-fields 6 --no-arrays --no-pointers --builtins --disable-builtin-kinds x86
#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S0 {
   signed f0 : 3;
   unsigned f1 : 12;
};
#pragma pack(pop)


static volatile int32_t g_5 = 0L;
static uint64_t g_6 = 0x51DA622A149CEC79LL;
static const struct S0 g_11 = {-1,15};
static int32_t g_17 = 0x55D58009L;
static struct S0 g_18 = {-1,25};
static volatile int32_t g_20 = 1L;
static volatile uint32_t g_22 = 0x8B15B45BL;
static uint64_t g_34 = 0x2B0402AD9236F914LL;
static uint16_t g_57 = 0x0DAEL;
static int16_t g_59 = 3L;
static uint32_t g_60 = 1UL;



static int64_t  func_1(void);
static struct S0  func_8(const struct S0  p_9, uint32_t  p_10);
static struct S0  func_37(int8_t  p_38, uint32_t  p_39, int32_t  p_40, uint8_t  p_41);




static int64_t  func_1(void)
{ 
    const int32_t l_4 = 0x59609C3FL;
    int32_t l_7 = 0x3C0BF90AL;
    struct S0 l_63 = {-1,27};
    l_7 = (g_6 = (safe_lshift_func_int16_t_s_u((l_4 < g_5), 6)));
    if (g_6)
    { 
        int8_t l_19 = (-5L);
        int32_t l_21 = (-1L);
        int32_t l_27 = 0xC3B03C3FL;
        g_18 = func_8(g_11, g_5);
        ++g_22;
        l_7 = ((safe_sub_func_int8_t_s_s(g_6, g_11.f1)) > l_27);
    }
    else
    { 
        const int16_t l_32 = 0x1E34L;
        int32_t l_33 = 0L;
        g_18.f0 |= ((safe_lshift_func_int8_t_s_u(((l_32 , 1UL) != 0UL), 6)) >= l_32);
        ++g_34;
    }
    l_63 = func_37(g_18.f1, g_20, g_34, g_18.f1);
    return g_57;
}



static struct S0  func_8(const struct S0  p_9, uint32_t  p_10)
{ 
    struct S0 l_14 = {1,37};
    for (g_6 = 0; (g_6 == 12); g_6++)
    { 
        l_14 = p_9;
        l_14.f0 = (safe_mul_func_uint16_t_u_u(((l_14.f1 , p_10) ^ 0x8461E707L), g_5));
        g_17 &= (p_9 , p_10);
    }
    return p_9;
}



static struct S0  func_37(int8_t  p_38, uint32_t  p_39, int32_t  p_40, uint8_t  p_41)
{ 
    struct S0 l_42 = {-1,15};
    l_42 = g_11;
    g_18 = ((safe_add_func_int8_t_s_s((g_17 >= l_42.f0), p_40)) , l_42);
    if ((safe_div_func_uint32_t_u_u(((((p_39 && l_42.f1) & g_11.f1) <= 1L) && 0x3674DCCEL), l_42.f1)))
    { 
        const struct S0 l_47 = {-1,54};
        int64_t l_48 = 0x3D476FC58AC37448LL;
        l_42 = func_8(l_47, l_48);
    }
    else
    { 
        uint64_t l_58 = 18446744073709551606UL;
        l_58 = ((safe_mul_func_int8_t_s_s(((safe_sub_func_int16_t_s_s((safe_sub_func_int16_t_s_s((safe_rshift_func_int8_t_s_u((g_57 = (g_5 || 1L)), p_40)), p_39)), p_38)) == g_6), p_38)) ^ l_42.f0);
        g_60++;
        p_40 &= l_58;
    }
    return l_42;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_11.f0, "g_11.f0", print_hash_value);
    transparent_crc(g_11.f1, "g_11.f1", print_hash_value);
    transparent_crc(g_17, "g_17", print_hash_value);
    transparent_crc(g_18.f0, "g_18.f0", print_hash_value);
    transparent_crc(g_18.f1, "g_18.f1", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_57, "g_57", print_hash_value);
    transparent_crc(g_59, "g_59", print_hash_value);
    transparent_crc(g_60, "g_60", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
