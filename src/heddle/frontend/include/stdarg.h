/* <stdarg.h>.  glibc's headers ask for __gnuc_va_list alone (__need___va_list). */
#ifndef HEDDLE_GNUC_VA_LIST
#define HEDDLE_GNUC_VA_LIST
typedef __builtin_va_list __gnuc_va_list;
#endif
#ifdef __need___va_list
#undef __need___va_list
#elif !defined HEDDLE_STDARG_H
#define HEDDLE_STDARG_H
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif
