/* Character classes of the C locale. */
#include <ctype.h>

int isdigit(int c)
{
    return c >= '0' && c <= '9';
}

int islower(int c)
{
    return c >= 'a' && c <= 'z';
}

int isupper(int c)
{
    return c >= 'A' && c <= 'Z';
}

int isalpha(int c)
{
    return islower(c) || isupper(c);
}

int isalnum(int c)
{
    return isalpha(c) || isdigit(c);
}

int isblank(int c)
{
    return c == ' ' || c == '\t';
}

int isspace(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int iscntrl(int c)
{
    return (c >= 0 && c < ' ') || c == 127;
}

int isprint(int c)
{
    return c >= ' ' && c < 127;
}

int isgraph(int c)
{
    return c > ' ' && c < 127;
}

int ispunct(int c)
{
    return isgraph(c) && !isalnum(c);
}

int isxdigit(int c)
{
    return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int tolower(int c)
{
    return isupper(c) ? c + ('a' - 'A') : c;
}

int toupper(int c)
{
    return islower(c) ? c - ('a' - 'A') : c;
}

/* glibc's macros look characters up in a table that begins at -128.  The bits, from the lowest: blank, control, punctuation,
 * alphanumeric; from bit 8: upper, lower, alphabetic, digit, hexadecimal digit, space, printing, graphical. */
static const unsigned short classes[384] = {
    [128 + 0 ... 128 + 8] = 0x0002, [128 + 9] = 0x2003, [128 + 10 ... 128 + 13] = 0x2002, [128 + 14 ... 128 + 31] = 0x0002,
    [128 + ' '] = 0x6001, [128 + '!' ... 128 + '/'] = 0xc004, [128 + '0' ... 128 + '9'] = 0xd808,
    [128 + ':' ... 128 + '@'] = 0xc004, [128 + 'A' ... 128 + 'F'] = 0xd508, [128 + 'G' ... 128 + 'Z'] = 0xc508,
    [128 + '[' ... 128 + '`'] = 0xc004, [128 + 'a' ... 128 + 'f'] = 0xd608, [128 + 'g' ... 128 + 'z'] = 0xc608,
    [128 + '{' ... 128 + '~'] = 0xc004, [128 + 127] = 0x0002,
};
static const unsigned short *const middle = classes + 128;

const unsigned short *const *__ctype_b_loc(void)
{
    return &middle;
}
