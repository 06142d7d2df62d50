/* <execinfo.h> */
#ifndef HEDDLE_EXECINFO_H
#define HEDDLE_EXECINFO_H
int backtrace(void **frames, int count);
char **backtrace_symbols(void *const *frames, int count);
void backtrace_symbols_fd(void *const *frames, int count, int fd);
#endif
