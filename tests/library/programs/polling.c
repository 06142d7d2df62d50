// observe: ready
// outcomes: 0 | 1
// A file is ready or not; a negative descriptor never is.  err ends the program.
#include <err.h>
#include <poll.h>
#include <stddef.h>

int ready;

int main(void)
{
    struct pollfd fds[2] = {{0, POLLIN, 0}, {-1, POLLIN, 7}};
    ready = poll(fds, 2, 1000);
    if (fds[1].revents != 0 || poll(NULL, 0, 10) != 0 || (ready == 0) != (fds[0].revents == 0)) {
        ready = 2;
        errx(1, "never");
    }
    return 0;
}
