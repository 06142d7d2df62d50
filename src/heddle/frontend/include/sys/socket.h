/* <sys/socket.h>: declarations; sockets are not modelled. */
#ifndef HEDDLE_SYS_SOCKET_H
#define HEDDLE_SYS_SOCKET_H
#include <sys/types.h>
#include <sys/uio.h>
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { sa_family_t ss_family; char __data[126]; };
struct linger { int l_onoff, l_linger; };
#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL 1
#define AF_INET 2
#define AF_INET6 10
#define PF_UNIX AF_UNIX
#define PF_INET AF_INET
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_ERROR 4
#define SO_KEEPALIVE 9
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 4096
#define MSG_PEEK 2
#define MSG_DONTWAIT 0x40
#define MSG_NOSIGNAL 0x4000
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int fds[2]);
int bind(int fd, const struct sockaddr *address, socklen_t size);
int listen(int fd, int backlog);
int accept(int fd, struct sockaddr *address, socklen_t *size);
int connect(int fd, const struct sockaddr *address, socklen_t size);
int shutdown(int fd, int how);
int getsockopt(int fd, int level, int name, void *value, socklen_t *size);
int setsockopt(int fd, int level, int name, const void *value, socklen_t size);
int getsockname(int fd, struct sockaddr *address, socklen_t *size);
int getpeername(int fd, struct sockaddr *address, socklen_t *size);
ssize_t send(int fd, const void *buffer, size_t size, int flags);
ssize_t recv(int fd, void *buffer, size_t size, int flags);
ssize_t sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to, socklen_t to_size);
ssize_t recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *from, socklen_t *from_size);
#endif
