/* <wctype.h>: declarations. */
#ifndef HEDDLE_WCTYPE_H
#define HEDDLE_WCTYPE_H
#include <wchar.h>
int iswdigit(wint_t c);
int iswxdigit(wint_t c);
int iswspace(wint_t c);
int iswalpha(wint_t c);
#endif
