/* The two common bugs that are no deadlocks.  Atomicity: a pointer is tested and then used, while another thread sets it to NULL.  Order: a thread
   uses what its creator has yet to set.  -DATOMICITY_BUG, -DORDER_BUG: without the lock, without the condition variable. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { PR_STATE_INIT, PR_STATE_RUNNING };

typedef struct {
    pthread_t tid;
    int state;
} pr_thread_t;

typedef struct {
    const char *proc_info;
} thread_info_t;

static pthread_mutex_t proc_info_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mt_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t mt_cond = PTHREAD_COND_INITIALIZER;
static int mt_init;
static pr_thread_t *m_thread;
static thread_info_t *thd;

static void lock_info(void)
{
#ifndef ATOMICITY_BUG
    pthread_mutex_lock(&proc_info_lock);
#endif
}

static void unlock_info(void)
{
#ifndef ATOMICITY_BUG
    pthread_mutex_unlock(&proc_info_lock);
#endif
}

static void *m_main(void *arg)
{
    (void)arg;
#ifndef ORDER_BUG
    pthread_mutex_lock(&mt_lock);
    while (mt_init == 0)
        pthread_cond_wait(&mt_cond, &mt_lock);
    pthread_mutex_unlock(&mt_lock);
#endif
    int state = m_thread->state;
    assert(state == PR_STATE_INIT);
    lock_info();
    thd->proc_info = NULL;
    unlock_info();
    return NULL;
}

static pr_thread_t *pr_create_thread(void *(*start)(void *))
{
    pr_thread_t *p = malloc(sizeof(pr_thread_t));
    if (p == NULL)
        return NULL;
    p->state = PR_STATE_INIT;
    if (pthread_create(&p->tid, NULL, start, NULL)) {
        free(p);
        return NULL;
    }
    return p;
}

int main(void)
{
    static thread_info_t info = { "starting" };
    thd = &info;
    pr_thread_t *created = pr_create_thread(m_main);
#ifdef ORDER_BUG
    m_thread = created;
#else
    pthread_mutex_lock(&mt_lock);
    m_thread = created;
    mt_init = 1;
    pthread_cond_signal(&mt_cond);
    pthread_mutex_unlock(&mt_lock);
#endif
    lock_info();
    if (thd->proc_info)
        putchar(thd->proc_info[0]);
    unlock_info();
    pthread_join(created->tid, NULL);
    free(created);
    return 0;
}
