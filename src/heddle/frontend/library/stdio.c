/* Output: it has no effect and succeeds with any result that the function can return (strings passed to it are not read).
 *
 * Only where some string of the program could be a format with %n do the functions look at their formats.
 */
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
#include "model.h"

/* The number of characters written, or an error.  No assumption, so that nothing is left of it where nobody looks. */
static int written(void)
{
    int count = __heddle_nondet_int();
    return count < -1 ? -1 : count;
}

#ifdef HEDDLE_FORMATS_STORE
#define LOOK_AT_LIST() vsnprintf(0, 0, format, arguments)
#define LOOK_AT_FORMAT() \
    va_list arguments; \
    va_start(arguments, format); \
    LOOK_AT_LIST(); \
    va_end(arguments)
#else
#define LOOK_AT_LIST() ((void)0)
#define LOOK_AT_FORMAT() ((void)0)
#endif

int printf(const char *format, ...)
{
    LOOK_AT_FORMAT();
    return written();
}

int fprintf(FILE *file, const char *format, ...)
{
    LOOK_AT_FORMAT();
    return written();
}

int dprintf(int fd, const char *format, ...)
{
    LOOK_AT_FORMAT();
    return written();
}

int vprintf(const char *format, va_list arguments)
{
    LOOK_AT_LIST();
    return written();
}

int vfprintf(FILE *file, const char *format, va_list arguments)
{
    LOOK_AT_LIST();
    return written();
}

int wprintf(const wchar_t *format, ...)
{
    return written();
}

int __printf_chk(int flag, const char *format, ...)
{
    LOOK_AT_FORMAT();
    return written();
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...)
{
    LOOK_AT_FORMAT();
    return written();
}

int puts(const char *text)
{
    return written();
}

int fputs(const char *text, FILE *file)
{
    return written();
}

int putchar(int byte)
{
    return __heddle_nondet_bool() ? (unsigned char)byte : EOF;
}

int putc(int byte, FILE *file)
{
    return putchar(byte);
}

int fputc(int byte, FILE *file)
{
    return putchar(byte);
}

void perror(const char *text)
{
}

int fflush(FILE *file)
{
    return __heddle_nondet_bool() ? 0 : EOF;
}

void setbuf(FILE *file, char *buffer)
{
}

int setvbuf(FILE *file, char *buffer, int mode, size_t size)
{
    return 0;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
    size_t items = __heddle_nondet_ulong();
    return items < count ? items : count;
}

int putc_unlocked(int byte, FILE *file)
{
    return putchar(byte);
}

int putchar_unlocked(int byte)
{
    return putchar(byte);
}
