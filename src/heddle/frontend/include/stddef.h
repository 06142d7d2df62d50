/* <stddef.h> */
#ifndef HEDDLE_STDDEF_H
#define HEDDLE_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { long long __a __attribute__((__aligned__(8))); long double __b __attribute__((__aligned__(16))); } max_align_t;
#ifndef NULL
#define NULL ((void *)0)
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
