/* <sys/signal.h> */
#include <signal.h>
