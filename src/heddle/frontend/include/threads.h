/* <threads.h>: C11 threads, implemented on top of the pthread models (library/c11threads.c). */
#ifndef HEDDLE_THREADS_H
#define HEDDLE_THREADS_H
#include <pthread.h>
typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_key_t tss_t;
typedef pthread_once_t once_flag;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };
#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT
#define TSS_DTOR_ITERATIONS 4
#define thread_local _Thread_local
int thrd_create(thrd_t *thread, thrd_start_t start, void *argument);
int thrd_join(thrd_t thread, int *result);
int thrd_detach(thrd_t thread);
void thrd_exit(int result) __attribute__((__noreturn__));
thrd_t thrd_current(void);
int thrd_equal(thrd_t left, thrd_t right);
void thrd_yield(void);
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);
int mtx_init(mtx_t *mutex, int type);
void mtx_destroy(mtx_t *mutex);
int mtx_lock(mtx_t *mutex);
int mtx_trylock(mtx_t *mutex);
int mtx_timedlock(mtx_t *mutex, const struct timespec *deadline);
int mtx_unlock(mtx_t *mutex);
int cnd_init(cnd_t *cond);
void cnd_destroy(cnd_t *cond);
int cnd_wait(cnd_t *cond, mtx_t *mutex);
int cnd_timedwait(cnd_t *cond, mtx_t *mutex, const struct timespec *deadline);
int cnd_signal(cnd_t *cond);
int cnd_broadcast(cnd_t *cond);
int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
int tss_set(tss_t key, void *value);
void *tss_get(tss_t key);
void call_once(once_flag *flag, void (*function)(void));
#endif
