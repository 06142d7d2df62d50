/* <linux/sysinfo.h> */
#include <sys/sysinfo.h>
