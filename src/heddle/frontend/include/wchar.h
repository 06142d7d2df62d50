/* <wchar.h>: declarations of the output functions. */
#ifndef HEDDLE_WCHAR_H
#define HEDDLE_WCHAR_H
#include <stdio.h>
typedef unsigned int wint_t;
#define WEOF (0xffffffffu)
int wprintf(const wchar_t *format, ...);
int fwprintf(FILE *file, const wchar_t *format, ...);
int swscanf(const wchar_t *text, const wchar_t *format, ...);
size_t wcslen(const wchar_t *text);
#endif
