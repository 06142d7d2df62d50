// Formatting into memory gives the text that it gives elsewhere, and its length.
// observe: done
// outcomes: 1
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int done;
char text[40];
static int is(const char *wanted, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return strcmp(text, wanted) == 0 && length == (int)strlen(wanted);
}
int main(void) {
    assert(is("-7|+7| 7|0007|7   |   7", "%d|%+d|% d|%04d|%-4d|%4d", -7, 7, 7, 7, 7, 7));
    assert(is("ff FF 0xff 377 0377 4294967295", "%x %X %#x %o %#o %u", 255, 255, 255, 255, 255, -1));
    assert(is("-1 255 65535 -2", "%hhd %hhu %hu %hd", 255, 255, 65535, 65534));
    assert(is("-9223372036854775808 5", "%lld %zu", -9223372036854775807ll - 1, sizeof(char[5])));
    assert(is("abc|ab|  abc|abc  |x|%", "%s|%.2s|%5s|%-5s|%c|%%", "abc", "abc", "abc", "abc", 'x'));
    assert(is("   5|007|5  |", "%*d|%.*d|%*d|", 4, 5, 3, 7, -3, 5));
    assert(is("1.500000 -0.1 2 (nil)", "%f %.1f %.0f %p", 1.5, -0.125, 2.5, (void *)0));
    char small[4];
    assert(snprintf(small, sizeof small, "%d", 12345) == 5 && strcmp(small, "123") == 0);
    assert(snprintf(0, 0, "%s", "four") == 4);
    char *allocated;
    assert(asprintf(&allocated, "%d", 42) == 2 && strcmp(allocated, "42") == 0);
    free(allocated);
    int before;
    printf("ab%nc\n", &before);
    assert(before == 2);
    done = 1;
}
