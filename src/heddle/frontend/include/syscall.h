/* <syscall.h> */
#include <sys/syscall.h>
