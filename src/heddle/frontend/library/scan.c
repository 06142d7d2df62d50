/* Formatted input: scanf and its family from streams, where any text may come.
 *
 * A stream gives any values that the conversions allow, and input may stop to match or end before any of them.  Which of the
 * conversions happen is decided without leaving the loop over the format: its length is the format's, not the input's.
 */
#include <ctype.h>
#include <stdarg.h>
#include "conversion.h"
#include "scanset.h"
#include "stream.h"
#include "text.h"

/* Unknown characters that a conversion allows: a word of up to width, or just width of them without an end (%c). */
static void any_characters(char *to, const char *conversion, int width)
{
    int exactly = *conversion == 'c';
    size_t limit = width ? (size_t)width : exactly ? 1 : (size_t)-1;
    size_t length = exactly ? limit : __model_text_length(limit), most = exactly ? limit : HEDDLE_TEXT_LENGTH;
    __heddle_assume(length > 0);
    for (size_t i = 0; i < most && i < limit; i++) {
        char c = (char)__heddle_nondet_int();
        if (i < length) {
            __heddle_assume(is_allowed(conversion, c));
            to[i] = c;
        }
    }
    if (!exactly)
        to[length] = 0;
}

static long long power(int base, int exponent)
{
    long long result = 1;
    for (int i = 0; i < exponent; i++)
        result *= base;
    return result;
}

/* A number of up to width characters, one of which may be a sign. */
static long long any_integer(char kind, int width)
{
    long long value = __heddle_nondet_llong();
    int base = kind == 'x' || kind == 'X' || kind == 'p' ? 16 : kind == 'o' ? 8 : 10;
    if (width > 0 && width < 10)
        __heddle_assume(value < power(base, width) && value > -power(base, width - 1));
    return value;
}

static void any_double(void *to, const char *length)
{
    if (*length == 'L')
        __heddle_unsupported("scanf of a long double");
    else if (*length == 'l')
        *(double *)to = __heddle_nondet_double();
    else
        *(float *)to = __heddle_nondet_float();
}

static int is_text(char kind)
{
    return kind == 's' || kind == 'c' || kind == '[';
}

static int any_input(FILE *file, const char *format, va_list arguments)
{
    int matching = 1, done = 0, ended = 0;
    for (; *format; format++) {
        if (isspace((unsigned char)*format))
            continue;
        int stops = __heddle_nondet_bool();
        if (*format != '%' || format[1] == '%') {
            format += *format == '%';
            ended |= matching && stops && __model_input_ends(file);
            matching &= !stops;
            continue;
        }
        format++;
        int ignored = *format == '*';
        format += ignored;
        int width = decimal(format);
        format = behind_decimal(format);
        const char *length = format;
        int size = size_of(format);
        format = behind_length(format);
        if (*format == 'm' || (is_text(*format) && *length == 'l'))
            __heddle_unsupported("%m and wide characters in scanf");
        void *to = ignored ? 0 : va_arg(arguments, void *);
        const char *conversion = format;
        if (*format == '[')
            format = behind_set(format);
        if (*conversion == 'n') {
            int count = __heddle_nondet_int();
            __heddle_assume(count >= 0);
            if (matching && to)
                store_integer(to, size, count);
            continue;
        }
        ended |= matching && stops && __model_input_ends(file);
        matching &= !stops;
        if (!matching || ignored)
            continue;
        done++;
        switch (*conversion) {
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o':
            store_integer(to, size, any_integer(*conversion, width));
            break;
        case 's': case 'c': case '[':
            any_characters(to, conversion, width);
            break;
        case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a':
            any_double(to, length);
            break;
        default:
            __heddle_unsupported("a conversion of scanf other than %d %i %u %x %o %s %c %[ %f %n");
        }
    }
    return done == 0 && ended ? EOF : done;
}

int vfscanf(FILE *file, const char *format, va_list arguments)
{
    return any_input(file, format, arguments);
}

int vscanf(const char *format, va_list arguments)
{
    return any_input(stdin, format, arguments);
}

#define SCANNED(file) \
    va_list arguments; \
    va_start(arguments, format); \
    int result = any_input(file, format, arguments); \
    va_end(arguments); \
    return result

int scanf(const char *format, ...)
{
    SCANNED(stdin);
}

int fscanf(FILE *file, const char *format, ...)
{
    SCANNED(file);
}

int __isoc99_scanf(const char *format, ...)
{
    SCANNED(stdin);
}

int __isoc99_fscanf(FILE *file, const char *format, ...)
{
    SCANNED(file);
}

int __isoc23_scanf(const char *format, ...)
{
    SCANNED(stdin);
}

int __isoc23_fscanf(FILE *file, const char *format, ...)
{
    SCANNED(file);
}
