// lp64: 13082531260917128496
// ilp32: 13082531260917128496
// Options:   --seed 20059 --no-argc --concise --max-funcs 2 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 2 --max-array-dim 1 --max-array-len-per-dim 5 --max-pointer-depth 1 --max-struct-fields 7 --no-arrays --no-pointers --no-jumps --builtins --disable-builtin-kinds x86
#include "csmith.h"


static long __undefined;


union U0 {
   int8_t  f0;
   const unsigned f1 : 17;
   uint8_t  f2;
   volatile uint32_t  f3;
};


static int32_t g_3 = 0xDAE8C9F3L;
static volatile int16_t g_4 = 0x987FL;
static volatile int16_t g_6 = 0x5C57L;
static volatile int32_t g_10 = 1L;
static uint64_t g_12 = 0xD52AA0A5DEC4F3F7LL;
static uint64_t g_15 = 0x62E65251C6076FDALL;
static int32_t g_19 = 9L;
static uint32_t g_20 = 0x59EA4D59L;
static uint16_t g_30 = 65535UL;
static volatile int16_t g_50 = 0L;
static uint8_t g_53 = 255UL;
static union U0 g_60 = {-9L};



static union U0  func_1(void);
static uint32_t  func_24(int32_t  p_25, uint64_t  p_26, int16_t  p_27);




static union U0  func_1(void)
{ 
    uint16_t l_2 = 0xFE01L;
    int32_t l_7 = (-1L);
    int32_t l_8 = 0x2AB76D60L;
    int32_t l_11 = (-9L);
    if (l_2)
    { 
        int8_t l_5 = (-1L);
        int32_t l_9 = 0xACCB24CEL;
        --g_12;
    }
    else
    { 
        int64_t l_18 = 0x57A67D926128F3B8LL;
        int32_t l_32 = (-3L);
        g_15 |= (-6L);
        for (l_11 = 2; (l_11 < 13); ++l_11)
        { 
            uint16_t l_23 = 1UL;
            l_18 = 0x70051EFDL;
            g_20 ^= (g_19 = 9L);
            l_8 &= (safe_lshift_func_int8_t_s_u(l_23, 0));
        }
        l_32 = (func_24(g_20, l_18, g_12) & 4294967295UL);
    }
    for (g_20 = 0; (g_20 > 23); ++g_20)
    { 
        int8_t l_37 = (-4L);
        uint16_t l_39 = 65530UL;
        uint16_t l_40 = 65535UL;
        int32_t l_49 = (-7L);
        int32_t l_51 = 0xAA1EDE5AL;
        int32_t l_52 = (-8L);
        for (l_7 = 0; (l_7 <= (-24)); l_7 = safe_sub_func_uint64_t_u_u(l_7, 9))
        { 
            int64_t l_38 = 0xC9DBE4FCD58F28D9LL;
            int32_t l_41 = 0xC6F9132FL;
            l_38 = func_24(g_4, g_20, l_37);
            l_41 = (l_8 = func_24((l_37 <= g_12), l_39, l_40));
            g_19 = (~(safe_lshift_func_uint8_t_u_s((safe_lshift_func_int8_t_s_u(((safe_rshift_func_int16_t_s_u(g_10, 5)) ^ 0x0BF5L), l_41)), 4)));
        }
        ++g_53;
        for (g_19 = 0; (g_19 >= (-16)); g_19--)
        { 
            uint64_t l_58 = 0x35C241E971521F00LL;
            int32_t l_59 = 0L;
            l_59 = (l_58 = (l_8 != g_50));
        }
    }
    l_7 = 0xCBB4D05CL;
    return g_60;
}



static uint32_t  func_24(int32_t  p_25, uint64_t  p_26, int16_t  p_27)
{ 
    uint32_t l_31 = 0UL;
    l_31 = (safe_div_func_int8_t_s_s((g_30 ^= (p_26 < 0x907C4E7CCCE1CC0ELL)), (-1L)));
    g_19 = l_31;
    return g_6;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_15, "g_15", print_hash_value);
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_30, "g_30", print_hash_value);
    transparent_crc(g_50, "g_50", print_hash_value);
    transparent_crc(g_53, "g_53", print_hash_value);
    transparent_crc(g_60.f0, "g_60.f0", print_hash_value);
    transparent_crc(g_60.f2, "g_60.f2", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
