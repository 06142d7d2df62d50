/* <linux/sched.h> */
#include <sched.h>
