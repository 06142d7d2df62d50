/* Input and output.
 *
 * Output has no effect and succeeds with any result that the function can return (strings passed to it are not read).
 * Single characters of input are any character or the end.  Formatted input, formatting into memory and files are refused.
 */
#include <stdio.h>
#include <wchar.h>
#include "model.h"

/* The number of characters written, or an error.  No assumption, so that nothing is left of it where nobody looks. */
static int written(void)
{
    int count = __heddle_nondet_int();
    return count < -1 ? -1 : count;
}

int printf(const char *format, ...)
{
    return written();
}

int fprintf(FILE *file, const char *format, ...)
{
    return written();
}

int dprintf(int fd, const char *format, ...)
{
    return written();
}

int vprintf(const char *format, va_list arguments)
{
    return written();
}

int vfprintf(FILE *file, const char *format, va_list arguments)
{
    return written();
}

int wprintf(const wchar_t *format, ...)
{
    return written();
}

int __printf_chk(int flag, const char *format, ...)
{
    return written();
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...)
{
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

int getchar(void)
{
    int byte = (unsigned char)__heddle_nondet_char();
    return __heddle_nondet_bool() ? EOF : byte;
}

int getc(FILE *file)
{
    return getchar();
}

int fgetc(FILE *file)
{
    return getchar();
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
    size_t items = __heddle_nondet_ulong();
    return items < count ? items : count;
}

int scanf(const char *format, ...)
{
    __heddle_unsupported("scanf is not modelled");
    return 0;
}

int __isoc99_scanf(const char *format, ...)
{
    __heddle_unsupported("scanf is not modelled");
    return 0;
}

int fscanf(FILE *file, const char *format, ...)
{
    __heddle_unsupported("fscanf is not modelled");
    return 0;
}

int sscanf(const char *text, const char *format, ...)
{
    __heddle_unsupported("sscanf is not modelled");
    return 0;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    __heddle_unsupported("sscanf is not modelled");
    return 0;
}

char *fgets(char *to, int size, FILE *file)
{
    __heddle_unsupported("fgets is not modelled");
    return 0;
}

ssize_t getline(char **line, size_t *size, FILE *file)
{
    __heddle_unsupported("getline is not modelled");
    return -1;
}

FILE *fopen(const char *path, const char *mode)
{
    __heddle_unsupported("files are not modelled");
    return 0;
}

int fclose(FILE *file)
{
    return 0;
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    __heddle_unsupported("files are not modelled");
    return 0;
}
