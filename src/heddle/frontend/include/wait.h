/* <wait.h> */
#include <sys/wait.h>
