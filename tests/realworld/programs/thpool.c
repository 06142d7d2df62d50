/* A thread pool: a job queue under a mutex, a binary semaphore that says that there are jobs, a counter of working threads, volatile flags, and a
   wait for idleness by a condition variable.  -DJOIN: main joins the worker instead; -DBSEM_IF: a worker that wakes up does not look whether there
   is something (with an assertion that there is).  thpool_wait reads the queue's length under another lock: a race for C, and harmless here. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define err(str) fprintf(stderr, str)

typedef struct bsem {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    int v;
} bsem;

typedef struct job {
    struct job *prev;
    void (*function)(void *arg);
    void *arg;
} job;

typedef struct jobqueue {
    pthread_mutex_t rwmutex;
    job *front, *rear;
    bsem *has_jobs;
    int len;
} jobqueue;

typedef struct thpool_ {
    pthread_t thread;
    volatile int num_threads_working;
    pthread_mutex_t thcount_lock;
    pthread_cond_t threads_all_idle;
    jobqueue queue;
} thpool_;
typedef struct thpool_ *threadpool;

#ifndef JOBS
#define JOBS 1
#endif

static volatile int threads_keepalive;

static void bsem_init(bsem *b, int value)
{
    if (value < 0 || value > 1) {
        err("bsem_init(): binary semaphore can take only values 1 or 0");
        exit(1);
    }
    pthread_mutex_init(&b->mutex, NULL);
    pthread_cond_init(&b->cond, NULL);
    b->v = value;
}

static void bsem_post(bsem *b)
{
    pthread_mutex_lock(&b->mutex);
    b->v = 1;
    pthread_cond_signal(&b->cond);
    pthread_mutex_unlock(&b->mutex);
}

static void bsem_wait(bsem *b)
{
    pthread_mutex_lock(&b->mutex);
#ifdef BSEM_IF
    if (b->v != 1)
#else
    while (b->v != 1)
#endif
        pthread_cond_wait(&b->cond, &b->mutex);
    b->v = 0;
    pthread_mutex_unlock(&b->mutex);
}

static void jobqueue_push(jobqueue *q, job *newjob)
{
    pthread_mutex_lock(&q->rwmutex);
    newjob->prev = NULL;
    if (q->len == 0)
        q->front = q->rear = newjob;
    else {
        q->rear->prev = newjob;
        q->rear = newjob;
    }
    q->len++;
    bsem_post(q->has_jobs);
    pthread_mutex_unlock(&q->rwmutex);
}

static job *jobqueue_pull(jobqueue *q)
{
    pthread_mutex_lock(&q->rwmutex);
    job *j = q->front;
#ifdef BSEM_IF
    assert(q->len > 0); /* the semaphore said so */
#endif
    if (q->len > 0) {
        q->front = j->prev;
        if (--q->len == 0)
            q->rear = NULL;
        else
            bsem_post(q->has_jobs);
    }
    pthread_mutex_unlock(&q->rwmutex);
    return j;
}

static void *thread_do(void *arg)
{
    thpool_ *pool = arg;
    for (int turns = 0; turns < JOBS && threads_keepalive; turns++) {
        bsem_wait(pool->queue.has_jobs);
        if (!threads_keepalive)
            break;
        pthread_mutex_lock(&pool->thcount_lock);
        pool->num_threads_working++;
        pthread_mutex_unlock(&pool->thcount_lock);
        job *j = jobqueue_pull(&pool->queue);
        if (j) {
            j->function(j->arg);
            free(j);
        }
        pthread_mutex_lock(&pool->thcount_lock);
        pool->num_threads_working--;
        if (!pool->num_threads_working)
            pthread_cond_signal(&pool->threads_all_idle);
        pthread_mutex_unlock(&pool->thcount_lock);
    }
    return NULL;
}

static threadpool thpool_init(void)
{
    thpool_ *pool = malloc(sizeof(struct thpool_));
    if (pool == NULL) {
        err("thpool_init(): Could not allocate memory for thread pool\n");
        return NULL;
    }
    threads_keepalive = 1;
    pool->num_threads_working = 0;
    pthread_mutex_init(&pool->thcount_lock, NULL);
    pthread_cond_init(&pool->threads_all_idle, NULL);
    pthread_mutex_init(&pool->queue.rwmutex, NULL);
    pool->queue.front = pool->queue.rear = NULL;
    pool->queue.len = 0;
    pool->queue.has_jobs = malloc(sizeof(bsem));
    bsem_init(pool->queue.has_jobs, 0);
    if (pthread_create(&pool->thread, NULL, thread_do, pool))
        exit(1);
    return pool;
}

static int thpool_add_work(threadpool pool, void (*function)(void *), void *arg)
{
    job *j = malloc(sizeof(job));
    if (j == NULL)
        return -1;
    j->function = function;
    j->arg = arg;
    jobqueue_push(&pool->queue, j);
    return 0;
}

static void thpool_wait(thpool_ *pool)
{
    pthread_mutex_lock(&pool->thcount_lock);
    while (pool->queue.len || pool->num_threads_working)
        pthread_cond_wait(&pool->threads_all_idle, &pool->thcount_lock);
    pthread_mutex_unlock(&pool->thcount_lock);
}

static int result;

static void task(void *arg)
{
    result += *(int *)arg;
}

int main(void)
{
    static int one = 1;
    threadpool pool = thpool_init();
    for (int i = 0; i < JOBS; i++)
        if (thpool_add_work(pool, task, &one) != 0)
            return 1;
#ifdef JOIN
    pthread_join(pool->thread, NULL);
#else
    thpool_wait(pool);
#endif
    assert(result == JOBS);
    return 0;
}
