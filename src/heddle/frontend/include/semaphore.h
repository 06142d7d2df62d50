/* <semaphore.h>: glibc's sizes; the value is the first word. */
#ifndef HEDDLE_SEMAPHORE_H
#define HEDDLE_SEMAPHORE_H
#include <time.h>
#ifdef __LP64__
typedef struct { int __value; int __more[7]; } sem_t;
#else
typedef struct { int __value; int __more[3]; } sem_t;
#endif
#define SEM_FAILED ((sem_t *)0)
int sem_init(sem_t *sem, int shared, unsigned int value);
int sem_destroy(sem_t *sem);
int sem_wait(sem_t *sem);
int sem_trywait(sem_t *sem);
int sem_timedwait(sem_t *sem, const struct timespec *deadline);
int sem_post(sem_t *sem);
int sem_getvalue(sem_t *sem, int *value);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *sem);
int sem_unlink(const char *name);
#endif
