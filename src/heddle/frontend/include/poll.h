/* <poll.h>: files are not modelled, so polling finds anything (library/poll.c). */
#ifndef HEDDLE_POLL_H
#define HEDDLE_POLL_H
#include <features.h>
#include <signal.h>
#include <time.h>
typedef unsigned long nfds_t;
struct pollfd { int fd; short events, revents; };
#define POLLIN 0x001
#define POLLPRI 0x002
#define POLLOUT 0x004
#define POLLERR 0x008
#define POLLHUP 0x010
#define POLLNVAL 0x020
#define POLLRDNORM 0x040
#define POLLRDBAND 0x080
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200
#define POLLMSG 0x400
#define POLLREMOVE 0x1000
#define POLLRDHUP 0x2000
int poll(struct pollfd *fds, nfds_t count, int timeout);
int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
#endif
