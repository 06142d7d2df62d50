/* <err.h>: messages are not modelled; err and its like end the program (library/err.c). */
#ifndef HEDDLE_ERR_H
#define HEDDLE_ERR_H
#include <stdarg.h>
void err(int status, const char *format, ...) __attribute__((__noreturn__));
void errx(int status, const char *format, ...) __attribute__((__noreturn__));
void errc(int status, int code, const char *format, ...) __attribute__((__noreturn__));
void verr(int status, const char *format, va_list arguments) __attribute__((__noreturn__));
void verrx(int status, const char *format, va_list arguments) __attribute__((__noreturn__));
void warn(const char *format, ...);
void warnx(const char *format, ...);
void warnc(int code, const char *format, ...);
void vwarn(const char *format, va_list arguments);
void vwarnx(const char *format, va_list arguments);
#endif
