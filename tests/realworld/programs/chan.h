/* Channels: buffered by a queue, or a rendezvous of one sender and one receiver. */
#ifndef CHAN_H
#define CHAN_H
#include <pthread.h>
#include <stddef.h>

typedef struct queue_t {
    int size, next, capacity;
    void **data;
} queue_t;

typedef struct chan_t {
    queue_t *queue; /* NULL: not buffered */
    pthread_mutex_t r_mu, w_mu;
    void *data;
    pthread_mutex_t m_mu;
    pthread_cond_t r_cond, w_cond;
    int closed, r_waiting, w_waiting;
} chan_t;

chan_t *chan_init(size_t capacity);
int chan_close(chan_t *chan);
int chan_send(chan_t *chan, void *data);
int chan_recv(chan_t *chan, void **data);
#endif
