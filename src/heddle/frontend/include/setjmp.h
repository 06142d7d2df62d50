/* <setjmp.h>: declarations; non-local jumps are refused when they are reached (library/signal.c). */
#ifndef HEDDLE_SETJMP_H
#define HEDDLE_SETJMP_H
typedef long jmp_buf[25];
typedef long sigjmp_buf[25];
int setjmp(jmp_buf buffer);
int sigsetjmp(sigjmp_buf buffer, int mask);
void longjmp(jmp_buf buffer, int value) __attribute__((__noreturn__));
void siglongjmp(sigjmp_buf buffer, int value) __attribute__((__noreturn__));
#endif
