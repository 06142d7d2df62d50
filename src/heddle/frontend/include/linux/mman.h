/* <linux/mman.h> */
#include <sys/mman.h>
