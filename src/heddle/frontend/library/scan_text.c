/* sscanf: the conversions of scanf on a text in memory, as they are. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "conversion.h"
#include "model.h"
#include "scanset.h"
#include "text.h"

static const char *behind_spaces(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static int base_of(char kind)
{
    return kind == 'd' || kind == 'u' ? 10 : kind == 'o' ? 8 : kind == 'i' ? 0 : 16;
}

/* What a number becomes that may not fit: as glibc, which reads it as a long, or a long long, and then cuts it. */
static long long stored(struct number found, char kind, int size)
{
    unsigned long long most = size == sizeof(long long) ? ULLONG_MAX : ULONG_MAX;
    if (kind == 'd' || kind == 'i') {
        most = most / 2 + (unsigned)found.negative;
        if (found.too_large || found.magnitude > most)
            return (long long)(found.negative ? -most : most);
    } else if (found.too_large || found.magnitude > most) {
        return (long long)most;
    }
    return (long long)(found.negative ? -found.magnitude : found.magnitude);
}

/* An integer at the beginning of a text; gives its length, 0 if there is none. */
static size_t scan_integer(const char *text, char kind, int width, void *to, int size)
{
    struct number found = __model_integer(text, width ? (size_t)width : (size_t)-1, base_of(kind));
    if (found.length && to)
        store_integer(to, size, stored(found, kind, size));
    return found.length;
}

static size_t scan_double(const char *text, int width, void *to, const char *length)
{
    if (width || *length == 'L')
        __heddle_unsupported("a floating-point conversion of sscanf with a width or of a long double");
    char *end;
    double value = strtod(text, &end);
    if (end != text && to) {
        if (*length == 'l')
            *(double *)to = value;
        else
            *(float *)to = (float)value;
    }
    return (size_t)(end - text);
}

static size_t scan_characters(const char *text, const char *conversion, int width, char *to)
{
    int exactly = *conversion == 'c';
    size_t limit = width ? (size_t)width : exactly ? 1 : (size_t)-1, length = 0;
    for (; length < limit && text[length] && is_allowed(conversion, text[length]); length++)
        if (to)
            to[length] = text[length];
    if (!exactly && to && length)
        to[length] = 0;
    return exactly && length < limit ? 0 : length;
}

static size_t scan_one(const char *text, const char *conversion, int width, void *to, const char *length)
{
    switch (*conversion) {
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o':
        return scan_integer(text, *conversion, width, to, size_of(length));
    case 's': case 'c': case '[':
        if (*length == 'l')
            __heddle_unsupported("wide characters in sscanf");
        return scan_characters(text, conversion, width, to);
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G':
        return scan_double(text, width, to, length);
    default:
        __heddle_unsupported("a conversion of sscanf other than %d %i %u %x %o %s %c %[ %f %n");
        return 0;
    }
}

#ifdef HEDDLE_NUMBER_ARGUMENTS
/* An argument of the program that is only ever read as one number: the format is %d or %u with a length. */
static int scan_argument(struct number *given, const char *format, void *to)
{
    if (!given->length)
        return __heddle_nondet_bool() ? EOF : 0;
    int size = size_of(format + 1);
    store_integer(to, size, stored(*given, *behind_length(format + 1), size));
    return 1;
}
#endif

int vsscanf(const char *text, const char *format, va_list arguments)
{
#ifdef HEDDLE_NUMBER_ARGUMENTS
    struct number *given = __model_argument_number(text);
    if (given)
        return scan_argument(given, format, va_arg(arguments, void *));
#endif
    const char *at = text;
    int matching = 1, done = 0, ended = 0;
    for (; *format; format++) {
        if (isspace((unsigned char)*format)) {
            at = behind_spaces(at);
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                at = behind_spaces(at);
            }
            ended |= matching && !*at;
            matching = matching && *at == *format;
            at += matching;
            continue;
        }
        format++;
        int ignored = *format == '*';
        format += ignored;
        int width = decimal(format);
        format = behind_decimal(format);
        const char *length = format, *conversion = behind_length(format);
        format = *conversion == '[' ? behind_set(conversion) : conversion;
        void *to = ignored ? 0 : va_arg(arguments, void *);
        if (*conversion == 'n') {
            if (matching && to)
                store_integer(to, size_of(length), at - text);
            continue;
        }
        if (!matching)
            continue;
        if (*conversion != 'c' && *conversion != '[')
            at = behind_spaces(at);
        ended |= !*at;
        size_t taken = scan_one(at, conversion, width, to, length);
        at += taken;
        matching = taken > 0;
        done += matching && !ignored;
    }
    return done == 0 && ended ? EOF : done;
}

#define SCANNED() \
    va_list arguments; \
    va_start(arguments, format); \
    int result = vsscanf(text, format, arguments); \
    va_end(arguments); \
    return result

int sscanf(const char *text, const char *format, ...)
{
    SCANNED();
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    SCANNED();
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    SCANNED();
}
