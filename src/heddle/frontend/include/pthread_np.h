/* <pthread_np.h>: what the BSDs add to threads. */
#ifndef HEDDLE_PTHREAD_NP_H
#define HEDDLE_PTHREAD_NP_H
#include <pthread.h>
typedef cpu_set_t cpuset_t;
void pthread_set_name_np(pthread_t thread, const char *name);
void pthread_get_name_np(pthread_t thread, char *name, size_t size);
int pthread_getthreadid_np(void);
int pthread_main_np(void);
#endif
