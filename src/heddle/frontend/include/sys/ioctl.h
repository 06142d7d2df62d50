/* <sys/ioctl.h> */
#ifndef HEDDLE_SYS_IOCTL_H
#define HEDDLE_SYS_IOCTL_H
#define FIONREAD 0x541B
#define FIONBIO 0x5421
#define TIOCGWINSZ 0x5413
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
int ioctl(int fd, unsigned long request, ...);
#endif
