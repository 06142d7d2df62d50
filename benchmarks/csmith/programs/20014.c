// lp64: 11683002336619590814
// ilp32: 11683002336619590814
// Options:   --seed 20014 --no-argc --concise --max-funcs 1 --max-block-depth 2 --max-block-size 2 --max-expr-complexity 5 --max-array-dim 2 --max-array-len-per-dim 4 --max-pointer-depth 1 --max-struct-fields 2 --no-arrays --no-bitfields --no-pointers --const-as-condition
#include "csmith.h"


static long __undefined;


#pragma pack(push)
#pragma pack(1)
struct S0 {
   volatile int32_t  f0;
   const volatile int32_t  f1;
};
#pragma pack(pop)

#pragma pack(push)
#pragma pack(1)
struct S1 {
   volatile uint64_t  f0;
   int32_t  f1;
};
#pragma pack(pop)


static int16_t g_3 = 0x37C0L;
static volatile struct S1 g_4 = {0x146CDEAD9BACC5D9LL,0x4E94F934L};
static volatile struct S1 g_8 = {18446744073709551612UL,0L};
static uint32_t g_11 = 8UL;
static volatile struct S0 g_20 = {-7L,-1L};
static uint32_t g_29 = 0xF05DE082L;
static int32_t g_35 = 0xBDED69B1L;
static int32_t g_36 = (-2L);
static uint16_t g_37 = 0x7647L;



static int32_t  func_1(void);




static int32_t  func_1(void)
{ 
    int64_t l_2 = 0L;
    int32_t l_7 = 0L;
    int64_t l_22 = 0xFE4DE5A82A6F944DLL;
    int32_t l_31 = (-1L);
    g_3 &= l_2;
    if ((g_4 , (safe_mul_func_uint8_t_u_u(g_4.f0, (l_7 = l_2)))))
    { 
        g_8 = g_4;
        g_4 = g_8;
    }
    else
    { 
        uint16_t l_28 = 0x22F8L;
        int32_t l_30 = (-9L);
        int32_t l_32 = 6L;
        int32_t l_33 = 0x2C3CC8C9L;
        int32_t l_34 = 0x1F059960L;
        for (l_7 = (-26); (l_7 < (-4)); l_7 = safe_add_func_uint16_t_u_u(l_7, 3))
        { 
            int64_t l_27 = 0xB8642E5F0E77DA19LL;
            g_29 ^= (((g_11++) > (g_3 && (safe_add_func_uint32_t_u_u((((((((((safe_lshift_func_int8_t_s_s((safe_add_func_uint64_t_u_u((((g_20 , (!(l_22 || (safe_add_func_uint8_t_u_u((safe_rshift_func_uint16_t_u_s(l_27, g_8.f1)), 0x06L))))) < g_3) != g_3), 0xB5B0D69B45C761B8LL)), 6)) , l_28) && g_8.f0) >= l_2) | 0xDFCE95866B3883FALL) && l_22) || g_8.f1) , 0x4DL) != g_3), g_3)))) || 0x1CL);
            return g_8.f0;
        }
        g_37--;
    }
    return l_2;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4.f0, "g_4.f0", print_hash_value);
    transparent_crc(g_4.f1, "g_4.f1", print_hash_value);
    transparent_crc(g_8.f0, "g_8.f0", print_hash_value);
    transparent_crc(g_8.f1, "g_8.f1", print_hash_value);
    transparent_crc(g_11, "g_11", print_hash_value);
    transparent_crc(g_20.f0, "g_20.f0", print_hash_value);
    transparent_crc(g_20.f1, "g_20.f1", print_hash_value);
    transparent_crc(g_29, "g_29", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    transparent_crc(g_37, "g_37", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
