/* <sys/select.h> */
#ifndef HEDDLE_SYS_SELECT_H
#define HEDDLE_SYS_SELECT_H
#include <sys/types.h>
#include <sys/time.h>
#include <signal.h>
#include <time.h>
#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(long))
typedef long fd_mask;
typedef struct { long fds_bits[FD_SETSIZE / (8 * sizeof(long))]; } fd_set;
#define FD_SET(fd, set) ((void)((set)->fds_bits[(fd) / NFDBITS] |= (long)(1UL << (fd) % NFDBITS)))
#define FD_CLR(fd, set) ((void)((set)->fds_bits[(fd) / NFDBITS] &= (long)~(1UL << (fd) % NFDBITS)))
#define FD_ISSET(fd, set) (((unsigned long)(set)->fds_bits[(fd) / NFDBITS] >> (fd) % NFDBITS & 1) != 0)
#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
int select(int count, fd_set *reads, fd_set *writes, fd_set *exceptions, struct timeval *timeout);
int pselect(int count, fd_set *reads, fd_set *writes, fd_set *exceptions, const struct timespec *timeout, const sigset_t *mask);
#endif
