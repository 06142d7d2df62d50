/* <sys/sem.h> */
#ifndef HEDDLE_SYS_SEM_H
#define HEDDLE_SYS_SEM_H
#include <sys/ipc.h>
#define SEM_UNDO 0x1000
#define GETVAL 12
#define SETVAL 16
struct sembuf { unsigned short sem_num; short sem_op, sem_flg; };
int semget(key_t key, int count, int flags);
int semop(int id, struct sembuf *operations, size_t count);
int semctl(int id, int number, int command, ...);
#endif
