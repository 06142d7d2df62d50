/* <sys/shm.h> */
#ifndef HEDDLE_SYS_SHM_H
#define HEDDLE_SYS_SHM_H
#include <sys/ipc.h>
#define SHM_RDONLY 010000
struct shmid_ds;
int shmget(key_t key, size_t size, int flags);
void *shmat(int id, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int id, int command, struct shmid_ds *buffer);
#endif
