/* <sys/endian.h> */
#include <endian.h>
