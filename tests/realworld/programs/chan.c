#include "chan.h"
#include <errno.h>
#include <stdlib.h>

#ifdef CHAN_IF
#define UNTIL if
#else
#define UNTIL while
#endif

static queue_t *queue_init(size_t capacity)
{
    queue_t *queue = malloc(sizeof(queue_t));
    void **data = malloc(capacity * sizeof(void *));
    if (!queue || !data) {
        free(queue);
        free(data);
        return NULL;
    }
    *queue = (queue_t){ .capacity = capacity, .data = data };
    return queue;
}

static int queue_add(queue_t *queue, void *value)
{
    if (queue->size >= queue->capacity)
        return -1;
    int pos = queue->next + queue->size;
    if (pos >= queue->capacity)
        pos -= queue->capacity;
    queue->data[pos] = value;
    queue->size++;
    return 0;
}

static void *queue_remove(queue_t *queue)
{
    void *value = NULL;
    if (queue->size > 0) {
        value = queue->data[queue->next];
        queue->next++;
        queue->size--;
        if (queue->next >= queue->capacity)
            queue->next -= queue->capacity;
    }
    return value;
}

chan_t *chan_init(size_t capacity)
{
    chan_t *chan = malloc(sizeof(chan_t));
    if (!chan) {
        errno = ENOMEM;
        return NULL;
    }
    chan->queue = capacity > 0 ? queue_init(capacity) : NULL;
    if (pthread_mutex_init(&chan->w_mu, NULL) != 0 || pthread_mutex_init(&chan->r_mu, NULL) != 0 ||
        pthread_mutex_init(&chan->m_mu, NULL) != 0 || pthread_cond_init(&chan->r_cond, NULL) != 0 ||
        pthread_cond_init(&chan->w_cond, NULL) != 0) {
        free(chan);
        return NULL;
    }
    chan->closed = chan->r_waiting = chan->w_waiting = 0;
    chan->data = NULL;
    return chan;
}

int chan_close(chan_t *chan)
{
    int success = 0;
    pthread_mutex_lock(&chan->m_mu);
    if (chan->closed) {
        success = -1;
        errno = EPIPE;
    } else {
        chan->closed = 1;
        pthread_cond_broadcast(&chan->r_cond);
        pthread_cond_broadcast(&chan->w_cond);
    }
    pthread_mutex_unlock(&chan->m_mu);
    return success;
}

static int buffered_send(chan_t *chan, void *data)
{
    pthread_mutex_lock(&chan->m_mu);
    UNTIL (chan->queue->size == chan->queue->capacity) {
        chan->w_waiting++;
        pthread_cond_wait(&chan->w_cond, &chan->m_mu);
        chan->w_waiting--;
    }
    int success = queue_add(chan->queue, data);
    if (chan->r_waiting > 0)
        pthread_cond_signal(&chan->r_cond);
    pthread_mutex_unlock(&chan->m_mu);
    return success;
}

static int buffered_recv(chan_t *chan, void **data)
{
    pthread_mutex_lock(&chan->m_mu);
    UNTIL (chan->queue->size == 0) {
        if (chan->closed) {
            pthread_mutex_unlock(&chan->m_mu);
            errno = EPIPE;
            return -1;
        }
        chan->r_waiting++;
        pthread_cond_wait(&chan->r_cond, &chan->m_mu);
        chan->r_waiting--;
    }
    void *msg = queue_remove(chan->queue);
    if (data)
        *data = msg;
    if (chan->w_waiting > 0)
        pthread_cond_signal(&chan->w_cond);
    pthread_mutex_unlock(&chan->m_mu);
    return 0;
}

static int unbuffered_send(chan_t *chan, void *data)
{
    pthread_mutex_lock(&chan->w_mu);
    pthread_mutex_lock(&chan->m_mu);
    if (chan->closed) {
        pthread_mutex_unlock(&chan->m_mu);
        pthread_mutex_unlock(&chan->w_mu);
        errno = EPIPE;
        return -1;
    }
    chan->data = data;
    chan->w_waiting++;
    if (chan->r_waiting > 0)
        pthread_cond_signal(&chan->r_cond);
    pthread_cond_wait(&chan->w_cond, &chan->m_mu); /* as it is found: no loop, no state */
    pthread_mutex_unlock(&chan->m_mu);
    pthread_mutex_unlock(&chan->w_mu);
    return 0;
}

static int unbuffered_recv(chan_t *chan, void **data)
{
    pthread_mutex_lock(&chan->r_mu);
    pthread_mutex_lock(&chan->m_mu);
    while (!chan->closed && !chan->w_waiting) {
        chan->r_waiting++;
        pthread_cond_wait(&chan->r_cond, &chan->m_mu);
        chan->r_waiting--;
    }
    if (chan->closed) {
        pthread_mutex_unlock(&chan->m_mu);
        pthread_mutex_unlock(&chan->r_mu);
        errno = EPIPE;
        return -1;
    }
    if (data)
        *data = chan->data;
    chan->w_waiting--;
    pthread_cond_signal(&chan->w_cond);
    pthread_mutex_unlock(&chan->m_mu);
    pthread_mutex_unlock(&chan->r_mu);
    return 0;
}

int chan_send(chan_t *chan, void *data)
{
    return chan->queue ? buffered_send(chan, data) : unbuffered_send(chan, data);
}

int chan_recv(chan_t *chan, void **data)
{
    return chan->queue ? buffered_recv(chan, data) : unbuffered_recv(chan, data);
}
