/* <asm/types.h> */
#include <linux/types.h>
