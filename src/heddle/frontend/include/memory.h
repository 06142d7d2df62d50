/* <memory.h> */
#include <string.h>
