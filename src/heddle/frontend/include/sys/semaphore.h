/* <sys/semaphore.h> */
#include <semaphore.h>
