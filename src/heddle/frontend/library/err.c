/* <err.h> and <error.h>: messages go nowhere; those that end the program do so as exit does. */
#include <err.h>
#include <error.h>
#include <stdlib.h>
#include "model.h"

unsigned int error_message_count;
int error_one_per_line;

void err(int status, const char *format, ...)
{
    exit(status);
}

void errx(int status, const char *format, ...)
{
    exit(status);
}

void errc(int status, int code, const char *format, ...)
{
    exit(status);
}

void verr(int status, const char *format, va_list arguments)
{
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    exit(status);
}

void warn(const char *format, ...)
{
}

void warnx(const char *format, ...)
{
}

void warnc(int code, const char *format, ...)
{
}

void vwarn(const char *format, va_list arguments)
{
}

void vwarnx(const char *format, va_list arguments)
{
}

void error(int status, int code, const char *format, ...)
{
    if (status)
        exit(status);
}

void error_at_line(int status, int code, const char *file, unsigned int line, const char *format, ...)
{
    if (status)
        exit(status);
}
