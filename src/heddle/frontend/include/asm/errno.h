/* <asm/errno.h> */
#include <errno.h>
