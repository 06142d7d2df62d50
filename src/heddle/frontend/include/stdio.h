/* <stdio.h>: output has no effect, input is any text; formatting into memory is exact. */
#ifndef HEDDLE_STDIO_H
#define HEDDLE_STDIO_H
#include <stdarg.h>
#include <sys/types.h>
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int dprintf(int fd, const char *format, ...);
int sprintf(char *to, const char *format, ...);
int snprintf(char *to, size_t size, const char *format, ...);
int asprintf(char **to, const char *format, ...);
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *file, const char *format, va_list arguments);
int vsprintf(char *to, const char *format, va_list arguments);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int scanf(const char *format, ...);
int vasprintf(char **to, const char *format, va_list arguments);
int vscanf(const char *format, va_list arguments);
int vfscanf(FILE *file, const char *format, va_list arguments);
int vsscanf(const char *text, const char *format, va_list arguments);
int fscanf(FILE *file, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
int puts(const char *text);
int fputs(const char *text, FILE *file);
int putchar(int byte);
int putc(int byte, FILE *file);
int fputc(int byte, FILE *file);
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
char *fgets(char *to, int size, FILE *file);
ssize_t getline(char **line, size_t *size, FILE *file);
void perror(const char *text);
int fflush(FILE *file);
void setbuf(FILE *file, char *buffer);
int setvbuf(FILE *file, char *buffer, int mode, size_t size);
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
int ungetc(int byte, FILE *file);
FILE *fdopen(int fd, const char *mode);
FILE *tmpfile(void);
void rewind(FILE *file);
int fileno(FILE *file);
int remove(const char *path);
#endif
