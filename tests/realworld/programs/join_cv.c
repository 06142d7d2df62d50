/* The parent waits for its child by a condition variable.  -DIF: the state is checked once, and a wait may end without a signal;
   -DNO_LOCK: the child changes the state without the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define Pthread_mutex_lock(m) assert(pthread_mutex_lock(m) == 0)
#define Pthread_mutex_unlock(m) assert(pthread_mutex_unlock(m) == 0)
#define Pthread_cond_wait(c, m) assert(pthread_cond_wait(c, m) == 0)
#define Pthread_cond_signal(c) assert(pthread_cond_signal(c) == 0)
#define Pthread_create(t, a, f, x) assert(pthread_create(t, a, f, x) == 0)

typedef struct {
    pthread_mutex_t m;
    pthread_cond_t c;
    int done;
} synchronizer_t;

static synchronizer_t s = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static int result;

static void thr_exit(synchronizer_t *s)
{
#ifdef NO_LOCK
    s->done = 1;
    Pthread_cond_signal(&s->c);
#else
    Pthread_mutex_lock(&s->m);
    s->done = 1;
    Pthread_cond_signal(&s->c);
    Pthread_mutex_unlock(&s->m);
#endif
}

static void thr_join(synchronizer_t *s)
{
    Pthread_mutex_lock(&s->m);
#ifdef IF
    if (s->done == 0)
#else
    while (s->done == 0)
#endif
        Pthread_cond_wait(&s->c, &s->m);
    Pthread_mutex_unlock(&s->m);
}

static void *child(void *arg)
{
    (void)arg;
    printf("child\n");
    result = 42;
    thr_exit(&s);
    return NULL;
}

int main(void)
{
    pthread_t p;
    printf("parent: begin\n");
    Pthread_create(&p, NULL, child, NULL);
    thr_join(&s);
    assert(result == 42);
    printf("parent: end\n");
    return 0;
}
