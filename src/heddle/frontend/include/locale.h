/* <locale.h>: declarations. */
#ifndef HEDDLE_LOCALE_H
#define HEDDLE_LOCALE_H
#define LC_ALL 6
char *setlocale(int category, const char *locale);
#endif
