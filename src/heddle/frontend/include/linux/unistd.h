/* <linux/unistd.h> */
#include <asm/unistd.h>
