/* What formats of output and input share: numbers and length modifiers in them, and where the results go. */
#ifndef HEDDLE_CONVERSION_H
#define HEDDLE_CONVERSION_H
#include <stddef.h>
#include <stdint.h>

static inline int decimal(const char *format)
{
    int value = 0;
    for (; *format >= '0' && *format <= '9'; format++)
        value = value * 10 + (*format - '0');
    return value;
}

static inline const char *behind_decimal(const char *format)
{
    while (*format >= '0' && *format <= '9')
        format++;
    return format;
}

/* The size of an integer, by its length modifiers. */
static inline int size_of(const char *format)
{
    switch (*format) {
    case 'h': return format[1] == 'h' ? 1 : sizeof(short);
    case 'l': return format[1] == 'l' ? sizeof(long long) : sizeof(long);
    case 'q': case 'L': return sizeof(long long);
    case 'j': return sizeof(intmax_t);
    case 'z': case 'Z': return sizeof(size_t);
    case 't': return sizeof(ptrdiff_t);
    default: return sizeof(int);
    }
}

static inline const char *behind_length(const char *format)
{
    while (*format == 'h' || *format == 'l' || *format == 'q' || *format == 'j' || *format == 'z' || *format == 'Z' ||
           *format == 't' || *format == 'L')
        format++;
    return format;
}

static inline void store_integer(void *to, int size, long long value)
{
    switch (size) {
    case 1: *(signed char *)to = (signed char)value; break;
    case 2: *(short *)to = (short)value; break;
    case 4: *(int *)to = (int)value; break;
    default: *(long long *)to = value;
    }
}
#endif
