/* <sys/epoll.h> */
#ifndef HEDDLE_SYS_EPOLL_H
#define HEDDLE_SYS_EPOLL_H
#include <stdint.h>
#include <signal.h>
enum EPOLL_EVENTS {
    EPOLLIN = 0x001, EPOLLPRI = 0x002, EPOLLOUT = 0x004, EPOLLERR = 0x008, EPOLLHUP = 0x010, EPOLLRDHUP = 0x2000,
    EPOLLEXCLUSIVE = 1 << 28, EPOLLWAKEUP = 1 << 29, EPOLLONESHOT = 1 << 30, EPOLLET = (int)(1U << 31)
};
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
#define EPOLL_CLOEXEC 02000000
typedef union epoll_data { void *ptr; int fd; uint32_t u32; uint64_t u64; } epoll_data_t;
#ifdef __x86_64__
struct epoll_event { uint32_t events; epoll_data_t data; } __attribute__((__packed__));
#else
struct epoll_event { uint32_t events; epoll_data_t data; };
#endif
int epoll_create(int size);
int epoll_create1(int flags);
int epoll_ctl(int epfd, int operation, int fd, struct epoll_event *event);
int epoll_wait(int epfd, struct epoll_event *events, int count, int timeout);
#endif
