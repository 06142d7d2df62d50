/* <linux/errno.h> */
#include <errno.h>
