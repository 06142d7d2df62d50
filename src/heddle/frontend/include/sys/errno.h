/* <sys/errno.h> */
#include <errno.h>
