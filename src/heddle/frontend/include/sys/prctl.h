/* <sys/prctl.h>: names of threads and the like, which change nothing that a verifier could see. */
#ifndef HEDDLE_SYS_PRCTL_H
#define HEDDLE_SYS_PRCTL_H
#include <linux/prctl.h>
int prctl(int option, ...);
#endif
