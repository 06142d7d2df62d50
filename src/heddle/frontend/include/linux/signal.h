/* <linux/signal.h> */
#include <signal.h>
