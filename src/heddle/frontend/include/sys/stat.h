/* <sys/stat.h>: constants only; files are not modelled. */
#ifndef HEDDLE_SYS_STAT_H
#define HEDDLE_SYS_STAT_H
#include <sys/types.h>
#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#endif
