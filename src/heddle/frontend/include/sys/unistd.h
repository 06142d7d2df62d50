/* <sys/unistd.h> */
#include <unistd.h>
