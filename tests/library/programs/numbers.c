// Numbers in text, with their ends and errors.
// observe: done
// outcomes: 1
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int done;
int main(void) {
    char *end;
    const char *text = "  -12ab";
    assert(strtol(text, &end, 10) == -12 && end == text + 5);
    assert(strtol(text, &end, 16) == -0x12ab && *end == 0);
    assert(strtol("0x1f", 0, 0) == 31 && strtol("017", 0, 0) == 15 && strtol("0xg", &end, 0) == 0 && *end == 'x');
    assert(strtol("z", &end, 36) == 35 && strtol("-", &end, 10) == 0 && *end == '-');
    errno = 0;
    assert(strtoll("9223372036854775807", 0, 10) == LLONG_MAX && errno == 0);
    assert(strtoll("-9223372036854775808", 0, 10) == LLONG_MIN && errno == 0);
    assert(strtoll("9223372036854775808", 0, 10) == LLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
    assert(strtoul("-1", 0, 10) == ULONG_MAX && atoi("42x") == 42 && atoi("") == 0);
    assert(strtod("-1.25e2,", &end) == -125.0 && *end == ',' && atof("0.1") == 0.1 && atof(".") == 0);
    int a = 0, b = 0, n = 0;
    char word[8], rest[8];
    assert(sscanf("12:-7 word!", "%d:%d %[a-z]%n%1s", &a, &b, word, &n, rest) == 4);
    assert(a == 12 && b == -7 && strcmp(word, "word") == 0 && n == 10 && strcmp(rest, "!") == 0);
    assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0 && sscanf("5 x", "%d %d", &a, &b) == 1);
    assert(sscanf("123", "%2d%d", &a, &b) == 2 && a == 12 && b == 3);
    assert(sscanf("ff 7", "%x %*d", &a) == 1 && a == 255);
    unsigned u = 0;
    assert(sscanf("99999999999999999999 -1", "%d %u", &a, &u) == 2 && a == (int)LONG_MAX && u == UINT_MAX);
    done = 1;
}
