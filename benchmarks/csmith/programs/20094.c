// lp64: 17045600139998372661
// ilp32: 17045600139998372661
// Options:   --seed 20094 --no-argc --concise --max-funcs 2 --max-block-depth 2 --max-block-size 2 --max-expr-complexity 3 --max-array-dim 3 --max-array-len-per-dim 3 --max-pointer-depth 3 --max-struct-fields 6 --no-arrays --no-volatiles --no-divs --builtins --disable-builtin-kinds x86
#include "csmith.h"


static long __undefined;


struct S0 {
   int32_t  f0;
   int64_t  f1;
   int8_t  f2;
   int64_t  f3;
};

struct S1 {
   const int64_t  f0;
};


static int32_t g_2 = 0L;
static struct S1 g_12 = {-9L};
static uint8_t g_17 = 0x72L;
static uint8_t g_19 = 246UL;
static struct S0 g_29 = {0x60A2FC53L,-1L,0L,-4L};
static const int32_t *g_33 = &g_2;



static const uint32_t  func_1(void);
static struct S0  func_5(const int32_t  p_6, int32_t  p_7, int32_t  p_8, struct S1  p_9);




static const uint32_t  func_1(void)
{ 
    const uint8_t l_10 = 0x63L;
    int32_t l_11 = 4L;
    for (g_2 = (-25); (g_2 <= 6); g_2 = safe_add_func_uint16_t_u_u(g_2, 8))
    { 
        struct S0 *l_28 = &g_29;
        (*l_28) = func_5((l_10 , l_10), l_11, l_10, g_12);
        (*l_28) = g_29;
    }
    if (g_12.f0)
    { 
        int32_t *l_31 = &g_2;
        int32_t **l_30 = &l_31;
        (*l_30) = &g_2;
        (**l_30) &= g_29.f0;
    }
    else
    { 
        const int32_t *l_32 = &g_2;
        g_33 = l_32;
    }
    return l_10;
}



static struct S0  func_5(const int32_t  p_6, int32_t  p_7, int32_t  p_8, struct S1  p_9)
{ 
    struct S0 l_13 = {-7L,0x167C28CAE2FE8172LL,0xD7L,-8L};
    uint8_t *l_16 = &g_17;
    uint8_t *l_18 = &g_19;
    int32_t *l_24 = &g_2;
    if ((((((*l_18) = (l_13 , ((safe_lshift_func_uint8_t_u_u((((*l_16) ^= (p_9.f0 == (-4L))) || 1UL), 4)) >= l_13.f3))) && 0xD6L) , 0xBD29A2A6L) ^ p_7))
    { 
lbl_25:
        for (p_7 = (-19); (p_7 == (-20)); p_7 = safe_sub_func_uint64_t_u_u(p_7, 5))
        { 
            int32_t *l_23 = &g_2;
            int32_t **l_22 = &l_23;
            if (p_6)
                break;
            (*l_22) = &g_2;
        }
        p_7 ^= (((void*)0 == l_24) , g_17);
    }
    else
    { 
        const int32_t *l_27 = &g_2;
        const int32_t **l_26 = &l_27;
        if (l_13.f1)
            goto lbl_25;
        (*l_26) = &p_6;
    }
    return l_13;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_12.f0, "g_12.f0", print_hash_value);
    transparent_crc(g_17, "g_17", print_hash_value);
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_29.f0, "g_29.f0", print_hash_value);
    transparent_crc(g_29.f1, "g_29.f1", print_hash_value);
    transparent_crc(g_29.f2, "g_29.f2", print_hash_value);
    transparent_crc(g_29.f3, "g_29.f3", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
