/* <sys/fcntl.h> */
#include <fcntl.h>
