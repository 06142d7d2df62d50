/* <unistd.h>: sleeping does nothing (every delay is possible anyway); files are not modelled. */
#ifndef HEDDLE_UNISTD_H
#define HEDDLE_UNISTD_H
#include <features.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_THREAD_STACK_MIN 75
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_LEVEL1_DCACHE_LINESIZE 190
unsigned int sleep(unsigned int seconds);
int usleep(useconds_t microseconds);
ssize_t read(int fd, void *buffer, size_t count);
ssize_t write(int fd, const void *buffer, size_t count);
int close(int fd);
int unlink(const char *path);
int access(const char *path, int mode);
off_t lseek(int fd, off_t offset, int whence);
int fsync(int fd);
int pipe(int fds[2]);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
pid_t fork(void);
long sysconf(int name);
int nice(int change);
int getpagesize(void);
#ifdef __USE_MISC
long syscall(long number, ...);
#endif
#ifdef __USE_GNU
pid_t gettid(void);
int pipe2(int fds[2], int flags);
#endif
unsigned int alarm(unsigned int seconds);
int pause(void);
void _exit(int status) __attribute__((__noreturn__));
int getopt(int argc, char *const argv[], const char *options);
extern char *optarg;
extern int optind, opterr, optopt;
#endif
