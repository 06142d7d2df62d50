/* <sys/random.h> */
#ifndef HEDDLE_SYS_RANDOM_H
#define HEDDLE_SYS_RANDOM_H
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
ssize_t getrandom(void *buffer, size_t size, unsigned int flags);
int getentropy(void *buffer, size_t size);
#endif
