/* Input: any text may come, and it may end or fail anywhere.
 *
 * Lines and words have up to --text-length characters.  Streams remember that they ended only in programs that ask (feof,
 * ferror).  Blocks of bytes (fread, read) of up to 64 bytes may be complete; of larger ones --text-length bytes come.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "stream.h"
#include "text.h"

#if defined(HEDDLE_USES_feof) || defined(HEDDLE_USES_ferror)
int __model_input_ends(FILE *file)
{
    if (!__heddle_nondet_bool())
        return 0;
    _Bool failed = __heddle_nondet_bool();
    STEP_BEGIN();
    if (failed)
        file->failed = 1;
    else
        file->ended = 1;
    STEP_END();
    return 1;
}
#else
int __model_input_ends(FILE *file)
{
    return __heddle_nondet_bool();
}
#endif

int feof(FILE *file)
{
    STEP_BEGIN();
    int ended = file->ended;
    STEP_END();
    return ended;
}

/* Output may have failed unnoticed. */
int ferror(FILE *file)
{
    STEP_BEGIN();
    int failed = file->failed, ended = file->ended;
    STEP_END();
    return failed || (!ended && __heddle_nondet_bool());
}

void clearerr(FILE *file)
{
    STEP_BEGIN();
    file->failed = file->ended = 0;
    STEP_END();
}

int getc(FILE *file)
{
    int byte = (unsigned char)__heddle_nondet_char();
    return __model_input_ends(file) ? EOF : byte;
}

int fgetc(FILE *file)
{
    return getc(file);
}

int getchar(void)
{
    return getc(stdin);
}

int ungetc(int byte, FILE *file)
{
    __heddle_unsupported("ungetc is not modelled");
    return EOF;
}

/* A line of 1 to limit characters, without an end; a newline can only be the last. */
static size_t read_line(char *to, size_t limit)
{
    size_t length = __model_text_length(limit);
    __heddle_assume(length > 0);
    for (size_t i = 0; i < HEDDLE_TEXT_LENGTH && i < limit; i++) {
        char c = (char)__heddle_nondet_int();
        if (i < length) {
            __heddle_assume(c != '\n' || i + 1 == length);
            to[i] = c;
        }
    }
    return length;
}

char *fgets(char *to, int size, FILE *file)
{
    if (size < 2) {
        if (size == 1)
            *to = 0;
        return size == 1 ? to : 0;
    }
    if (__model_input_ends(file))
        return 0;
    to[read_line(to, (size_t)size - 1)] = 0;
    return to;
}

ssize_t getline(char **line, size_t *size, FILE *file)
{
    if (!*line || *size < HEDDLE_TEXT_LENGTH + 1) {
        free(*line);
        *line = malloc(HEDDLE_TEXT_LENGTH + 1);
        if (!*line) {
            *size = 0;
            return -1;
        }
        *size = HEDDLE_TEXT_LENGTH + 1;
    }
    if (__model_input_ends(file))
        return -1;
    size_t length = read_line(*line, (size_t)-1 >> 1);
    (*line)[length] = 0;
    return (ssize_t)length;
}

/* Any bytes, as many as come: up to count, which is at most most. */
static void fill(char *to, size_t count, size_t most)
{
    for (size_t i = 0; i < most; i++) {
        char c = (char)__heddle_nondet_int();
        if (i < count)
            to[i] = c;
    }
}

#define MOST_BYTES 64

static void fill_block(char *to, size_t count, size_t limit)
{
    if (limit <= MOST_BYTES) {
        fill(to, count, limit);
        return;
    }
    if (count > HEDDLE_TEXT_LENGTH)
        __heddle_cut("input of more bytes at a time: raise --text-length");
    fill(to, count, HEDDLE_TEXT_LENGTH);
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    size_t items = count;
    if (__model_input_ends(file)) {
        items = __heddle_nondet_ulong();
        __heddle_assume(items < count || count == 0);
    }
    if (count == 0)
        return 0;
    fill_block(to, items * size, count * size);
    return items;
}

ssize_t read(int fd, void *buffer, size_t count)
{
    CANCELLATION_POINT();
    ssize_t got = __heddle_nondet_long();
    if (got < 0) {
        errno = __heddle_nondet_bool() ? EINTR : EIO;
        return -1;
    }
    __heddle_assume((size_t)got <= count);
    fill_block(buffer, (size_t)got, count);
    return got;
}
