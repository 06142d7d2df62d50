// Blocks of memory: copying of every size, filling, comparing.
// observe: done
// outcomes: 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int done;
struct pair { void *pointer; int number; char tag; };
int main(void) {
    unsigned char a[80], b[80];
    for (int i = 0; i < 80; i++)
        a[i] = (unsigned char)(i + 1);
    for (int n = 0; n <= 40; n += 1 + n / 8) {
        memset(b, 0x5a, sizeof b);
        assert(memcpy(b + 1, a, n) == b + 1);
        assert(b[0] == 0x5a && b[n + 1] == 0x5a);
        assert(memcmp(a, b + 1, n) == 0);
    }
    memcpy(b, a, 80);
    assert(b[79] == 80 && b[40] == 41);
    memmove(b + 3, b, 10);
    assert(b[2] == 3 && b[3] == 1 && b[12] == 10 && b[13] == 14);
    memmove(b, b + 3, 10);
    assert(b[0] == 1 && b[9] == 10 && b[10] == 8);
    assert(memcmp("ab", "ac", 2) < 0 && memchr("abc", 'b', 3) != 0 && memchr("abc", 'c', 2) == 0);
    struct pair p = {&done, 7, 'x'}, q;
    memcpy(&q, &p, sizeof p);
    assert(q.pointer == &done && q.number == 7 && q.tag == 'x');
    memset(&q, 0, sizeof q);
    assert(q.pointer == 0 && q.number == 0 && q.tag == 0);
    int *zero = calloc(3, sizeof *zero);
    assert(zero[0] == 0 && zero[2] == 0);
    free(zero);
    done = 1;
}
