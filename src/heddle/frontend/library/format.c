/* Formatting into memory: sprintf and its family, as glibc formats in the C locale.
 *
 * Loops run a number of times that the format decides, not the values: a constant format costs no unrolling bound.  So a
 * number's digits are counted by comparisons and written from the last to the first, as many as its type can have.
 * What a conversion needs is passed in single variables: a struct in memory would hide from unrolling what is constant.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "conversion.h"
#include "model.h"

#define LEFT 1
#define PLUS 2
#define SPACE 4
#define ALTERNATE 8
#define ZERO 16
#define NOT_GIVEN (-1)
#define UNBOUNDED ((size_t)-1)

static int flag(char c)
{
    switch (c) {
    case '-': return LEFT;
    case '+': return PLUS;
    case ' ': return SPACE;
    case '#': return ALTERNATE;
    case '0': return ZERO;
    default: return 0;
    }
}

/* How many digits the largest number of so many bytes has. */
static int most_digits(int size, int base)
{
    if (base == 16)
        return size * 2;
    if (base == 8)
        return (size * 8 + 2) / 3;
    return size == 1 ? 3 : size == 2 ? 5 : size == 4 ? 10 : 20;
}

static int count_digits(unsigned long long value, int base, int most)
{
    unsigned long long power = (unsigned long long)base;
    int count = 1;
    for (int i = 1; i < most; i++) {
        count += value >= power;
        power *= (unsigned long long)base;
    }
    return count;
}

static void put(char *to, size_t room, size_t at, char c)
{
    if (at < room)
        to[at] = c;
}

/* count (at most most) times the same character. */
static void put_repeated(char *to, size_t room, size_t at, char c, int count, int most)
{
    for (int i = 0; i < most; i++)
        if (i < count)
            put(to, room, at + (size_t)i, c);
}

/* The last count (at most most) digits of a number. */
static void put_digits(char *to, size_t room, size_t at, unsigned long long value, int base, char ten, int count, int most)
{
    for (int i = 0; i < most; i++) {
        int digit = (int)(value % (unsigned long long)base);
        value /= (unsigned long long)base;
        if (i < count)
            put(to, room, at + (size_t)(count - 1 - i), (char)(digit < 10 ? '0' + digit : ten + digit - 10));
    }
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A number: padding, sign, 0x, zeros, digits, padding.  ten: the digit for ten.  Gives the characters it takes. */
static int put_number(char *to, size_t room, size_t at, unsigned long long value, char sign, int base, char ten, int most,
                      int flags, int width, int precision)
{
    int digits = count_digits(value, base, most), count = digits;
    if (precision == 0 && value == 0)
        count = 0;
    if (precision > 0)
        count = larger(count, precision);
    if (base == 8 && flags & ALTERNATE && count <= digits && (value || !count))
        count++;
    int prefix = base == 16 && flags & ALTERNATE && value ? 2 : sign ? 1 : 0;
    if (flags & ZERO && !(flags & LEFT) && precision == NOT_GIVEN)
        count = larger(count, width - prefix);
    int length = prefix + count, padding = width > 0 ? larger(width - length, 0) : 0;
    if (!(flags & LEFT)) {
        put_repeated(to, room, at, ' ', padding, width);
        at += (size_t)padding;
    }
    if (prefix == 1)
        put(to, room, at, sign);
    if (prefix == 2) {
        put(to, room, at, '0');
        put(to, room, at + 1, ten == 'a' ? 'x' : 'X');
    }
    at += (size_t)prefix;
    put_digits(to, room, at, value, base, ten, count, larger(larger(most + 1, precision), width));
    if (flags & LEFT)
        put_repeated(to, room, at + (size_t)count, ' ', padding, width);
    return length + padding;
}

static int put_signed(char *to, size_t room, size_t at, long long value, int most, int flags, int width, int precision)
{
    char sign = value < 0 ? '-' : flags & PLUS ? '+' : flags & SPACE ? ' ' : 0;
    unsigned long long magnitude = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
    return put_number(to, room, at, magnitude, sign, 10, 'a', most, flags & ~ALTERNATE, width, precision);
}

static int put_unsigned(char *to, size_t room, size_t at, unsigned long long value, char kind, int size, int flags,
                        int width, int precision)
{
    int base = kind == 'u' ? 10 : kind == 'o' ? 8 : 16;
    return put_number(to, room, at, value, 0, base, kind == 'X' ? 'A' : 'a', most_digits(size, base), flags, width, precision);
}

/* A string up to its end or to the precision. */
static int put_string(char *to, size_t room, size_t at, const char *text, int flags, int width, int precision)
{
    int length = 0, padding = 0;
    if (width > 0) {
        length = (int)(precision < 0 ? strlen(text) : strnlen(text, (size_t)precision));
        padding = larger(width - length, 0);
        if (!(flags & LEFT)) {
            put_repeated(to, room, at, ' ', padding, width);
            at += (size_t)padding;
        }
    }
    for (length = 0; length != precision; length++) {
        size_t written = at + (size_t)length;
        APART((uintptr_t)(text + length) - (uintptr_t)to > (written < room ? written : room),
              "a string that sprintf reads overlaps what it writes");
        if (!text[length])
            break;
        put(to, room, at + (size_t)length, text[length]);
    }
    if (flags & LEFT)
        put_repeated(to, room, at + (size_t)length, ' ', padding, width);
    return length + padding;
}

static int put_pointer(char *to, size_t room, size_t at, const void *pointer, int flags, int width)
{
    if (!pointer)
        return put_string(to, room, at, "(nil)", flags, width, NOT_GIVEN);
    return put_unsigned(to, room, at, (uintptr_t)pointer, 'x', sizeof pointer, flags | ALTERNATE, width, NOT_GIVEN);
}

static int put_character(char *to, size_t room, size_t at, char c, int flags, int width)
{
    int padding = larger(width - 1, 0);
    put_repeated(to, room, flags & LEFT ? at + 1 : at, ' ', padding, padding);
    put(to, room, flags & LEFT ? at : at + (size_t)padding, c);
    return padding + 1;
}

static unsigned long long narrowed(unsigned long long value, int size)
{
    return size == 1 ? (unsigned char)value : size == 2 ? (unsigned short)value : value;
}

static long long signed_narrowed(long long value, int size)
{
    return size == 1 ? (signed char)value : size == 2 ? (short)value : value;
}

int __model_put_fixed(char *to, size_t room, size_t at, double number, int flags, int width, int precision);

/* Writes to the first room characters of to, without an end; gives the number of all. */
static size_t put_all(char *to, size_t room, const char *format, va_list arguments)
{
    size_t at = 0;
    for (; *format; format++) {
        if (*format != '%') {
            put(to, room, at++, *format);
            continue;
        }
        format++;
        int flags = 0, width = 0, precision = NOT_GIVEN;
        for (; flag(*format) || *format == '\''; format++)
            flags |= flag(*format);
        if (*format == '*') {
            width = va_arg(arguments, int);
            if (width < 0) {
                flags |= LEFT;
                width = -width;
            }
            format++;
        } else {
            width = decimal(format);
            format = behind_decimal(format);
        }
        if (*format == '.' && format[1] == '*') {
            precision = va_arg(arguments, int);
            if (precision < 0)
                precision = NOT_GIVEN;
            format += 2;
        } else if (*format == '.') {
            precision = decimal(format + 1);
            format = behind_decimal(format + 1);
        }
        int size = size_of(format);
        const char *length = format;
        format = behind_length(format);
        switch (*format) {
        case 'd': case 'i': {
            long long value = size == 8 ? va_arg(arguments, long long) : va_arg(arguments, int);
            at += (size_t)put_signed(to, room, at, signed_narrowed(value, size), most_digits(size, 10), flags, width, precision);
            break;
        }
        case 'u': case 'x': case 'X': case 'o': {
            unsigned long long value = size == 8 ? va_arg(arguments, unsigned long long) : va_arg(arguments, unsigned);
            at += (size_t)put_unsigned(to, room, at, narrowed(value, size), *format, size, flags, width, precision);
            break;
        }
        case 'c':
            if (*length == 'l')
                __heddle_unsupported("a wide character in a format");
            at += (size_t)put_character(to, room, at, (char)va_arg(arguments, int), flags, width);
            break;
        case 's':
            if (*length == 'l')
                __heddle_unsupported("a wide string in a format");
            at += (size_t)put_string(to, room, at, va_arg(arguments, const char *), flags, width, precision);
            break;
        case 'p':
            at += (size_t)put_pointer(to, room, at, va_arg(arguments, void *), flags, width);
            break;
        case 'f': case 'F':
            if (*length == 'L')
                __heddle_unsupported("a long double in a format");
            at += (size_t)__model_put_fixed(to, room, at, va_arg(arguments, double), flags, width, precision);
            break;
        case 'n':
            store_integer(va_arg(arguments, void *), size, (long long)at);
            break;
        case '%':
            put(to, room, at++, '%');
            break;
        default:
            __heddle_unsupported("a conversion in a format other than %d %i %u %x %X %o %c %s %p %f %n");
        }
    }
    return at;
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    size_t room = size ? size - 1 : 0;
    size_t length = put_all(size ? to : 0, room, format, arguments);
    if (size)
        to[length < room ? length : room] = 0;
    return (int)length;
}

int vsprintf(char *to, const char *format, va_list arguments)
{
    size_t length = put_all(to, UNBOUNDED, format, arguments);
    to[length] = 0;
    return (int)length;
}

int vasprintf(char **to, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t size = put_all(0, 0, format, again) + 1;
    va_end(again);
    *to = malloc(size);
    if (!*to)
        return -1;
    return vsprintf(*to, format, arguments);
}

#define FORMATTED(call) \
    va_list arguments; \
    va_start(arguments, format); \
    int length = call; \
    va_end(arguments); \
    return length

int sprintf(char *to, const char *format, ...)
{
    FORMATTED(vsprintf(to, format, arguments));
}

int snprintf(char *to, size_t size, const char *format, ...)
{
    FORMATTED(vsnprintf(to, size, format, arguments));
}

int asprintf(char **to, const char *format, ...)
{
    FORMATTED(vasprintf(to, format, arguments));
}

/* What _FORTIFY_SOURCE makes of the calls. */
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    FORMATTED(vsprintf(to, format, arguments));
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    FORMATTED(vsnprintf(to, size, format, arguments));
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    return vsprintf(to, format, arguments);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list arguments)
{
    return vsnprintf(to, size, format, arguments);
}

int __asprintf_chk(char **to, int flag, const char *format, ...)
{
    FORMATTED(vasprintf(to, format, arguments));
}
