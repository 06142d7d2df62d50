/* <stdalign.h> */
#define alignas _Alignas
#define alignof _Alignof
