/* Text that nobody knows: up to --text-length characters; longer ones are cut. */
#include <stdlib.h>
#include <string.h>
#include "model.h"
#include "text.h"

size_t __model_text_length(size_t limit)
{
    size_t length = __heddle_nondet_ulong();
    __heddle_assume(length <= limit);
    if (limit > HEDDLE_TEXT_LENGTH && length > HEDDLE_TEXT_LENGTH)
        __heddle_cut("unknown text of more characters: raise --text-length");
    return length;
}

void __model_fill_text(char *to, size_t length)
{
    for (size_t i = 0; i < HEDDLE_TEXT_LENGTH; i++) {
        char c = (char)__heddle_nondet_int();
        if (i < length) {
            __heddle_assume(c != 0);
            to[i] = c;
        }
    }
}

char *__model_unknown_string(void)
{
    char *text = __heddle_malloc(HEDDLE_TEXT_LENGTH + 1);
    size_t length = __model_text_length((size_t)-1);
    __model_fill_text(text, length);
    text[length] = 0;
    return text;
}

/* The environment: each name has one value, or none, for the whole run. */
#define MOST_NAMES 8

char *getenv(const char *name)
{
    static struct { char *name, *value; } known[MOST_NAMES];
    for (int i = 0; i < MOST_NAMES; i++) {
        if (!known[i].name) {
            known[i].name = strdup(name);
            known[i].value = __heddle_nondet_bool() ? __model_unknown_string() : 0;
            return known[i].value;
        }
        if (strcmp(known[i].name, name) == 0)
            return known[i].value;
    }
    __heddle_unsupported("more than 8 different environment variables");
    return 0;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}
