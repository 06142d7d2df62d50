/* <sys/syscall.h>: declarations; raw system calls are not modelled. */
#ifndef HEDDLE_SYS_SYSCALL_H
#define HEDDLE_SYS_SYSCALL_H
#define SYS_gettid 224
#define __NR_gettid SYS_gettid
long syscall(long number, ...);
#endif
