/* <sys/ucontext.h> */
#include <ucontext.h>
