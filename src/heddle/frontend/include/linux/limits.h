/* <linux/limits.h> */
#include <limits.h>
