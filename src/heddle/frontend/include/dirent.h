/* <dirent.h>: files are not modelled. */
#ifndef HEDDLE_DIRENT_H
#define HEDDLE_DIRENT_H
#include <sys/types.h>
typedef struct __dirstream DIR;
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
#define DT_DIR 4
#define DT_REG 8
DIR *opendir(const char *path);
struct dirent *readdir(DIR *directory);
int closedir(DIR *directory);
#endif
