/* <stdnoreturn.h> */
#define noreturn _Noreturn
