/* <sys/types.h> */
#ifndef HEDDLE_SYS_TYPES_H
#define HEDDLE_SYS_TYPES_H
#include <stddef.h>
typedef __INTPTR_TYPE__ ssize_t;
typedef long off_t;
typedef long long loff_t;
typedef long time_t;
typedef long clock_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef int clockid_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#endif
