/* Unknown text, and numbers in text. */
#ifndef HEDDLE_TEXT_H
#define HEDDLE_TEXT_H
#include <stddef.h>

/* The frontend defines HEDDLE_TEXT_LENGTH (the option --text-length) and HEDDLE_ARGUMENTS (--arguments). */

/* How many characters of at most limit (a constant, if possible) an unknown text has. */
size_t __model_text_length(size_t limit);
/* A new string of unknown characters. */
char *__model_unknown_string(void);
/* Writes length unknown characters that are not the end of a string. */
void __model_fill_text(char *to, size_t length);

/* The integer at the beginning of a text.  length: its characters, 0 if there is none. */
struct number {
    unsigned long long magnitude;
    size_t length;
    int negative, too_large;
};
struct number __model_integer(const char *text, size_t width, int base);
/* Where arguments are numbers only: the one that a pointer stands for, or null. */
struct number *__model_argument_number(const char *text);
#endif
