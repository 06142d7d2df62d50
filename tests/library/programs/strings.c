// Strings and numbers in strings.
// observe: done
// outcomes: 1
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
int done;
int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    char buffer[20];
    assert(strlen("") == 0 && strlen("abc") == 3 && strnlen("abc", 2) == 2);
    assert(strcmp(strcpy(buffer, "ab"), "ab") == 0 && strcmp("a", "b") < 0 && strcmp("ab", "a") > 0);
    assert(strcmp(strcat(buffer, "cd"), "abcd") == 0 && strncmp("abx", "aby", 2) == 0);
    strncpy(buffer, "xy", 4);
    assert(buffer[1] == 'y' && buffer[2] == 0 && buffer[3] == 0);
    assert(strcmp(strncat(buffer, "zzzz", 2), "xyzz") == 0);
    assert(strchr("abc", 'c')[0] == 'c' && strchr("abc", 'd') == 0 && *strrchr("aba", 'a') == 'a');
    assert(strcmp(strstr("banana", "nan"), "nana") == 0 && strstr("ab", "c") == 0);
    assert(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2 && strcasecmp("aB", "Ab") == 0);
    char *copy = strdup("dup");
    assert(strcmp(copy, "dup") == 0);
    free(copy);
    char words[] = "a,b", *state;
    assert(strcmp(strtok_r(words, ",", &state), "a") == 0 && strcmp(strtok_r(0, ",", &state), "b") == 0);
    assert(strtok_r(0, ",", &state) == 0);
    char *end;
    assert(atoi(" -12x") == -12 && strtol("0x1fz", &end, 0) == 31 && *end == 'z' && strtoul("077", 0, 0) == 63);
    assert(strtol("none", &end, 10) == 0 && *end == 'n');
    assert(abs(-3) == 3 && div(-7, 2).rem == -1 && ffs(12) == 3 && toupper('x') == 'X' && !isdigit('x'));
    int numbers[] = {3, 1, 2}, key = 3;
    qsort(numbers, 3, sizeof(int), order);
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
    assert(bsearch(&key, numbers, 3, sizeof(int), order) == numbers + 2);
    done = 1;
}
