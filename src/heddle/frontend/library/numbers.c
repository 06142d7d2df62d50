/* Numbers in text: strtol, strtod and their families, exactly as in the C locale.
 *
 * Floating-point numbers are exact where a product or quotient of two exact doubles gives them (up to 2^53 without the
 * point, times or divided by up to 10^22), others are refused, as are hexadecimal ones.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <strings.h>
#include "model.h"
#include "text.h"

static int digit(int c)
{
    if (isdigit(c))
        return c - '0';
    if (isalpha(c))
        return tolower(c) - 'a' + 10;
    return 99;
}

static int digit_at(const char *text, size_t width, size_t at)
{
    return at < width ? digit((unsigned char)text[at]) : 99;
}

struct number __model_integer(const char *text, size_t width, int base)
{
    struct number found = {0, 0, 0, 0};
    size_t at = 0;
    if (width > 0 && (text[0] == '-' || text[0] == '+')) {
        found.negative = text[0] == '-';
        at = 1;
    }
    int zero = digit_at(text, width, at) == 0;
    int hexadecimal = zero && at + 1 < width && (text[at + 1] == 'x' || text[at + 1] == 'X') && digit_at(text, width, at + 2) < 16;
    if ((base == 0 || base == 16) && hexadecimal) {
        base = 16;
        at += 2;
    } else if (base == 0) {
        base = zero ? 8 : 10;
    }
    size_t first = at;
    for (; digit_at(text, width, at) < base; at++) {
        unsigned long long next = (unsigned long long)digit((unsigned char)text[at]);
        found.too_large |= found.magnitude > ULLONG_MAX / (unsigned)base;
        found.magnitude *= (unsigned)base;
        found.too_large |= found.magnitude > ULLONG_MAX - next;
        found.magnitude += next;
    }
    found.length = at > first ? at : 0;
    return found;
}

static const char *behind_spaces(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* The number at the beginning of a text; what follows it goes to end. */
static struct number leading(const char *text, char **end, int base)
{
#ifdef HEDDLE_NUMBER_ARGUMENTS
    struct number *given = __model_argument_number(text);
    if (given)
        return *given;
#endif
    const char *begin = behind_spaces(text);
    struct number found = {0, 0, 0, 0};
    if (base == 1 || base < 0 || base > 36)
        errno = EINVAL;
    else
        found = __model_integer(begin, (size_t)-1, base);
    if (end)
        *end = (char *)(found.length ? begin + found.length : text);
    return found;
}

static long long within(struct number found, long long least, long long most)
{
    if (found.too_large || found.magnitude > (unsigned long long)most + found.negative) {
        errno = ERANGE;
        return found.negative ? least : most;
    }
    return found.negative ? (long long)-found.magnitude : (long long)found.magnitude;
}

static unsigned long long within_unsigned(struct number found, unsigned long long most)
{
    if (found.too_large || found.magnitude > most) {
        errno = ERANGE;
        return most;
    }
    return found.negative ? -found.magnitude : found.magnitude;
}

long long strtoll(const char *text, char **end, int base)
{
    return within(leading(text, end, base), LLONG_MIN, LLONG_MAX);
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    return within_unsigned(leading(text, end, base), ULLONG_MAX);
}

long strtol(const char *text, char **end, int base)
{
    return (long)within(leading(text, end, base), LONG_MIN, LONG_MAX);
}

unsigned long strtoul(const char *text, char **end, int base)
{
    return (unsigned long)within_unsigned(leading(text, end, base), ULONG_MAX);
}

long __isoc23_strtol(const char *text, char **end, int base)
{
    return strtol(text, end, base);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base)
{
    return strtoul(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}

int atoi(const char *text)
{
    return (int)strtol(text, 0, 10);
}

long atol(const char *text)
{
    return strtol(text, 0, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, 0, 10);
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = 0; i < exponent; i++)
        power *= 10;
    return power;
}

static double scaled(unsigned long long digits, int exponent)
{
    if (digits == 0)
        return 0;
    if (digits >= 1ull << 53 || exponent > 22 || exponent < -22)
        __heddle_unsupported("a floating-point number in a text that needs more than two exact doubles");
    return exponent < 0 ? (double)digits / power_of_ten(-exponent) : (double)digits * power_of_ten(exponent);
}

/* The exponent after a mantissa that ends at text; its length goes to *length. */
static int exponent_at(const char *text, size_t *length)
{
    *length = 0;
    if (*text != 'e' && *text != 'E')
        return 0;
    struct number found = __model_integer(text + 1, (size_t)-1, 10);
    if (!found.length)
        return 0;
    *length = 1 + found.length;
    int exponent = found.too_large || found.magnitude > 9999 ? 9999 : (int)found.magnitude;
    return found.negative ? -exponent : exponent;
}

double strtod(const char *text, char **end)
{
    const char *p = behind_spaces(text);
    int negative = *p == '-', count = 0, decimals = 0;
    if (*p == '-' || *p == '+')
        p++;
    if (isalpha((unsigned char)*p) && (strncasecmp(p, "inf", 3) == 0 || strncasecmp(p, "nan", 3) == 0))
        __heddle_unsupported("infinity or nan in a text");
    if (*p == '0' && (p[1] == 'x' || p[1] == 'X'))
        __heddle_unsupported("a hexadecimal floating-point number in a text");
    unsigned long long digits = 0;
    for (; isdigit((unsigned char)*p); p++, count++)
        digits = digits > 1ull << 58 ? ~0ull : digits * 10 + (unsigned)(*p - '0');
    if (*p == '.' && (count || isdigit((unsigned char)p[1])))
        for (p++; isdigit((unsigned char)*p); p++, count++, decimals++)
            digits = digits > 1ull << 58 ? ~0ull : digits * 10 + (unsigned)(*p - '0');
    size_t length = 0;
    int exponent = count ? exponent_at(p, &length) : 0;
    if (end)
        *end = (char *)(count ? p + length : text);
    double value = scaled(digits, exponent - decimals);
    return negative ? -value : value;
}

double atof(const char *text)
{
    return strtod(text, 0);
}

float strtof(const char *text, char **end)
{
    double value = strtod(text, end);
    if ((double)(float)value != value)
        __heddle_unsupported("a float in a text that needs rounding");
    return (float)value;
}
