/* <linux/time.h> */
#include <time.h>
