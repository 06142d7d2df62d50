/* <sys/poll.h> */
#include <poll.h>
