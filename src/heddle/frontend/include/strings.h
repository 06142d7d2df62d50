/* <strings.h> */
#ifndef HEDDLE_STRINGS_H
#define HEDDLE_STRINGS_H
#include <stddef.h>
void bzero(void *to, size_t count);
void bcopy(const void *from, void *to, size_t count);
int bcmp(const void *left, const void *right, size_t count);
int ffs(int value);
int strcasecmp(const char *left, const char *right);
int strncasecmp(const char *left, const char *right, size_t count);
#endif
