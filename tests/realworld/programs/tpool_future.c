/* Tasks with results: a future is a lock, a condition variable and flags; getting waits until it is finished.  The workers take tasks from a list.
   -DFLAG_FIRST: the future is finished before it has its result; -DUNLOCKED_GET: the flag is read without the lock first (double-checked). */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef TASKS
#define TASKS 1
#endif

enum { FUTURE_RUNNING = 1, FUTURE_FINISHED = 2, FUTURE_DESTROYED = 4 };

struct tpool_future {
    int flag;
    void *result;
    pthread_mutex_t mutex;
    pthread_cond_t cond_finished;
};
typedef struct tpool_future *tpool_future_t;

typedef struct task {
    void *(*func)(void *);
    void *arg;
    struct tpool_future *future;
    struct task *next;
} threadtask_t;

typedef struct {
    threadtask_t *head;
    pthread_mutex_t lock;
} jobqueue_t;

static struct tpool_future *tpool_future_create(void)
{
    struct tpool_future *future = malloc(sizeof(struct tpool_future));
    if (future) {
        future->flag = 0;
        future->result = NULL;
        pthread_mutex_init(&future->mutex, NULL);
        pthread_cond_init(&future->cond_finished, NULL);
    }
    return future;
}

static void *tpool_future_get(struct tpool_future *future)
{
#ifdef UNLOCKED_GET
    if (*(volatile int *)&future->flag & FUTURE_FINISHED)
        return future->result;
#endif
    pthread_mutex_lock(&future->mutex);
    while ((future->flag & FUTURE_FINISHED) == 0)
        pthread_cond_wait(&future->cond_finished, &future->mutex);
    pthread_mutex_unlock(&future->mutex);
    return future->result;
}

static int tpool_future_destroy(struct tpool_future *future)
{
    if (future) {
        pthread_mutex_lock(&future->mutex);
        pthread_mutex_unlock(&future->mutex);
        pthread_mutex_destroy(&future->mutex);
        pthread_cond_destroy(&future->cond_finished);
        free(future);
    }
    return 0;
}

static void finish(struct tpool_future *future, void *result)
{
#ifdef FLAG_FIRST
    pthread_mutex_lock(&future->mutex);
    future->flag |= FUTURE_FINISHED;
    pthread_cond_broadcast(&future->cond_finished);
    pthread_mutex_unlock(&future->mutex);
    future->result = result;
#else
    pthread_mutex_lock(&future->mutex);
    future->result = result;
    future->flag |= FUTURE_FINISHED;
    pthread_cond_broadcast(&future->cond_finished);
    pthread_mutex_unlock(&future->mutex);
#endif
}

static void *jobqueue_fetch(void *queue)
{
    jobqueue_t *jobqueue = queue;
    for (;;) {
        pthread_mutex_lock(&jobqueue->lock);
        threadtask_t *task = jobqueue->head;
        if (task)
            jobqueue->head = task->next;
        pthread_mutex_unlock(&jobqueue->lock);
        if (!task)
            pthread_exit(NULL);
        void *result = task->func(task->arg);
        finish(task->future, result);
        free(task);
    }
}

static struct tpool_future *apply(jobqueue_t *queue, void *(*func)(void *), void *arg)
{
    threadtask_t *head = malloc(sizeof(threadtask_t));
    struct tpool_future *future = tpool_future_create();
    if (!head || !future)
        abort();
    *head = (threadtask_t){ .func = func, .arg = arg, .future = future, .next = queue->head };
    queue->head = head;
    return future;
}

static void *square(void *arg)
{
    int *result = malloc(sizeof(int));
    *result = *(int *)arg * *(int *)arg;
    return result;
}

int main(void)
{
    static jobqueue_t queue;
    int x[TASKS];
    pthread_t worker;
    tpool_future_t futures[TASKS];
    pthread_mutex_init(&queue.lock, NULL);
    for (int i = 0; i < TASKS; i++) {
        x[i] = i + 2;
        futures[i] = apply(&queue, square, &x[i]);
    }
    if (pthread_create(&worker, NULL, jobqueue_fetch, &queue) != 0)
        return 1;
    for (int i = 0; i < TASKS; i++) {
        int *result = tpool_future_get(futures[i]);
        assert(result != NULL);
        assert(*result == x[i] * x[i]);
        free(result);
    }
    pthread_join(worker, NULL);
    for (int i = 0; i < TASKS; i++)
        tpool_future_destroy(futures[i]);
    return 0;
}
