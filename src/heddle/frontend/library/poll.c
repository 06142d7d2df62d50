/* Waiting for files, which are not modelled: each is ready or not, and every wait may time out. */
#include <poll.h>
#include <sys/select.h>
#include "model.h"

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    CANCELLATION_POINT();
    int ready = 0;
    for (nfds_t i = 0; i < count; i++) {
        short found = (short)__heddle_nondet_int() & (short)(fds[i].events | POLLERR | POLLHUP | POLLNVAL);
        if (fds[i].fd < 0)
            found = 0;
        fds[i].revents = found;
        ready += found != 0;
    }
    __heddle_assume(ready > 0 || timeout >= 0);
    return ready;
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
    return poll(fds, count, timeout ? 0 : -1);
}

/* Leaves some of the set's members; how many. */
static int some_of(int count, fd_set *set)
{
    int left = 0;
    for (int fd = 0; set && fd < count; fd++)
        if (FD_ISSET(fd, set)) {
            if (__heddle_nondet_bool())
                left++;
            else
                FD_CLR(fd, set);
        }
    return left;
}

int select(int count, fd_set *reads, fd_set *writes, fd_set *exceptions, struct timeval *timeout)
{
    CANCELLATION_POINT();
    int ready = some_of(count, reads) + some_of(count, writes) + some_of(count, exceptions);
    __heddle_assume(ready > 0 || timeout);
    return ready;
}

int pselect(int count, fd_set *reads, fd_set *writes, fd_set *exceptions, const struct timespec *timeout, const sigset_t *mask)
{
    struct timeval none = {0};
    return select(count, reads, writes, exceptions, timeout ? &none : 0);
}
