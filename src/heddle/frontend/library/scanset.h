/* What characters the conversions %s, %c and %[...] of input take. */
#ifndef HEDDLE_SCANSET_H
#define HEDDLE_SCANSET_H
#include <ctype.h>

/* Behind the set of %[...]; format stands at the bracket. */
static inline const char *behind_set(const char *format)
{
    format++;
    if (*format == '^')
        format++;
    if (*format == ']')
        format++;
    while (*format && *format != ']')
        format++;
    return format;
}

/* Whether a character is in the set; ranges are a-z. */
static inline int in_set(const char *set, char c)
{
    int inverted = set[1] == '^', found = 0;
    const char *first = set + 1 + inverted, *p = first;
    for (; *p && (*p != ']' || p == first); p++) {
        if (p[1] == '-' && p[2] && p[2] != ']') {
            found |= c >= *p && c <= p[2];
            p += 2;
        } else {
            found |= c == *p;
        }
    }
    return found != inverted;
}

static inline int is_allowed(const char *conversion, char c)
{
    if (*conversion == 'c')
        return 1;
    return *conversion == '[' ? c && in_set(conversion, c) : c && !isspace((unsigned char)c);
}
#endif
