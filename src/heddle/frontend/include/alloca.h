/* <alloca.h> */
#ifndef HEDDLE_ALLOCA_H
#define HEDDLE_ALLOCA_H
#include <stddef.h>
#define alloca(size) __builtin_alloca(size)
#endif
