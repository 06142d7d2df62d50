/* Strings, byte by byte, as the C standard describes the functions. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include "model.h"

/* Before a byte is copied, with equal distances from the beginnings of both strings. */
#define NOT_MET(to, from, at, function) APART((to) + (at) != (from) && (from) + (at) != (to), function " of strings that overlap")

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    char c;
    do {
        NOT_MET(to, from, i, "strcpy");
        c = from[i];
        to[i++] = c;
    } while (c);
    return to;
}

char *stpcpy(char *to, const char *from)
{
    strcpy(to, from);
    return to + strlen(from);
}

char *strncpy(char *to, const char *from, size_t count)
{
    char c = 1;
    for (size_t i = 0; i < count; i++) {
        if (c) {
            NOT_MET(to, from, i, "strncpy");
            c = from[i];
        }
        APART(to + i != from, "strncpy of strings that overlap");
        to[i] = c;
    }
    return to;
}

char *strcat(char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t count)
{
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < count; i++) {
        NOT_MET(end, from, i, "strncat");
        if (!from[i])
            break;
        end[i] = from[i];
    }
    APART(end + i != from, "strncat of strings that overlap");
    end[i] = 0;
    return to;
}

int strcmp(const char *left, const char *right)
{
    for (size_t i = 0;; i++) {
        int a = (unsigned char)left[i], b = (unsigned char)right[i];
        if (a != b || a == 0)
            return a - b;
    }
}

int strncmp(const char *left, const char *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int a = (unsigned char)left[i], b = (unsigned char)right[i];
        if (a != b || a == 0)
            return a - b;
    }
    return 0;
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

int strncasecmp(const char *left, const char *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int a = tolower((unsigned char)left[i]), b = tolower((unsigned char)right[i]);
        if (a != b || a == 0)
            return a - b;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    return strncasecmp(left, right, (size_t)-1);
}

int ffs(int value)
{
    return __builtin_ffs(value);
}

char *strchr(const char *text, int byte)
{
    for (;; text++) {
        char c = *text;
        if (c == (char)byte)
            return (char *)text;
        if (!c)
            return 0;
    }
}

char *strrchr(const char *text, int byte)
{
    const char *last = 0;
    for (;; text++) {
        char c = *text;
        if (c == (char)byte)
            last = text;
        if (!c)
            return (char *)last;
    }
}

size_t strspn(const char *text, const char *accept)
{
    size_t i = 0;
    while (text[i] && strchr(accept, text[i]))
        i++;
    return i;
}

size_t strcspn(const char *text, const char *reject)
{
    size_t i = 0;
    while (text[i] && !strchr(reject, text[i]))
        i++;
    return i;
}

char *strpbrk(const char *text, const char *accept)
{
    text += strcspn(text, accept);
    return *text ? (char *)text : 0;
}

char *strstr(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0)
            return (char *)text;
        if (!*text)
            return 0;
    }
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : 0;
}

char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (!copy)
        return 0;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *strtok_r(char *text, const char *separators, char **state)
{
    if (!text)
        text = *state;
    text += strspn(text, separators);
    char *end = text + strcspn(text, separators);
    *state = *end ? end + 1 : end;
    if (end == text)
        return 0;
    *end = 0;
    return text;
}

char *strtok(char *text, const char *separators)
{
    static char *state;
    return strtok_r(text, separators, &state);
}

char *strerror(int error)
{
    return "error";
}
