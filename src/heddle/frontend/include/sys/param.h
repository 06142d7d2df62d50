/* <sys/param.h> */
#ifndef HEDDLE_SYS_PARAM_H
#define HEDDLE_SYS_PARAM_H
#include <limits.h>
#include <endian.h>
#include <signal.h>
#include <sys/types.h>
#define NBBY CHAR_BIT
#define NGROUPS 65536
#define NOFILE 256
#define HZ 100
#define EXEC_PAGESIZE 4096
#define MAXPATHLEN PATH_MAX
#define MAXHOSTNAMELEN 64
#define MAXSYMLINKS 20
#define DEV_BSIZE 512
#define setbit(bits, i) ((bits)[(i) / NBBY] |= 1 << ((i) % NBBY))
#define clrbit(bits, i) ((bits)[(i) / NBBY] &= ~(1 << ((i) % NBBY)))
#define isset(bits, i) ((bits)[(i) / NBBY] & (1 << ((i) % NBBY)))
#define isclr(bits, i) (!isset(bits, i))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#endif
