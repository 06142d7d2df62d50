/* Files: opening may fail or succeed, reading is reading unknown text (input.c), writing has no effect. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "stream.h"

static int error_of_opening(void)
{
    int error = __heddle_nondet_int();
    __heddle_assume(error == ENOENT || error == EACCES || error == EMFILE || error == ENOSPC || error == EISDIR);
    return error;
}

FILE *fopen(const char *path, const char *mode)
{
    if (__heddle_nondet_bool()) {
        errno = error_of_opening();
        return 0;
    }
    return __heddle_zalloc(sizeof(FILE));
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
    return fopen(0, mode);
}

FILE *tmpfile(void)
{
    return fopen(0, 0);
}

int fclose(FILE *file)
{
    return __heddle_nondet_bool() ? 0 : EOF;
}

int fseek(FILE *file, long offset, int whence)
{
#if defined(HEDDLE_USES_feof)
    clearerr(file);
#endif
    return __heddle_nondet_bool() ? 0 : -1;
}

void rewind(FILE *file)
{
    fseek(file, 0, SEEK_SET);
}

long ftell(FILE *file)
{
    long position = __heddle_nondet_long();
    return position < -1 ? -1 : position;
}

int fileno(FILE *file)
{
    int fd = __heddle_nondet_int();
    __heddle_assume(fd >= 0 && fd < 1024);
    return fd;
}

int remove(const char *path)
{
    return __heddle_nondet_bool() ? 0 : -1;
}

int unlink(const char *path)
{
    return remove(path);
}

/* Descriptors that the program has not closed differ: the lowest numbers are taken first, so any may come. */
int open(const char *path, int flags, ...)
{
    static int next = 3;
    if (__heddle_nondet_bool()) {
        errno = error_of_opening();
        return -1;
    }
    STEP_BEGIN();
    int fd = next++;
    STEP_END();
    return fd;
}

int close(int fd)
{
    return __heddle_nondet_bool() ? 0 : -1;
}
