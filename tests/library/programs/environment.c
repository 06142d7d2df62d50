// Output does nothing, inputs are within their ranges, ending ends.
// observe: done
// outcomes: 1
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int done;
int main(void) {
    struct timespec now, later;
    printf("%d %s\n", done, "text");
    fprintf(stderr, "x");
    puts("x");
    assert(rand() >= 0);
    int c = getchar();
    assert(c >= EOF && c <= 255);
    sleep(1);
    usleep(1);
    sched_yield();
    clock_gettime(CLOCK_MONOTONIC, &now);
    clock_gettime(CLOCK_MONOTONIC, &later);
    assert(later.tv_sec >= now.tv_sec);
    errno = 7;
    assert(errno == 7);
    done = 1;
    if (c == EOF)
        exit(3);
    abort();
    done = 2;
}
