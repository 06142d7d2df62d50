/* Two messages through a channel, in order.  Linked with chan.c.  -DCAPACITY=0: the rendezvous, whose sender waits without a loop, so that a wait that
   ends by itself lets it overwrite a message; -DCHAN_IF: the buffered channel without loops around its waits. */
#include "chan.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 1
#endif
#ifndef MESSAGES
#define MESSAGES 2
#endif

static chan_t *messages;
static int payload[MESSAGES];

static void *sender(void *unused)
{
    (void)unused;
    for (int i = 0; i < MESSAGES; i++) {
        payload[i] = i + 1;
        int sent = chan_send(messages, &payload[i]);
        assert(sent == 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    messages = chan_init(CAPACITY);
    if (!messages || pthread_create(&t, NULL, sender, NULL)) {
        perror("cannot start");
        return 1;
    }
    for (int i = 0; i < MESSAGES; i++) {
        int *got = NULL;
        int received = chan_recv(messages, (void **)&got);
        assert(received == 0);
        assert(got != NULL);
        assert(*got == i + 1);
    }
    pthread_join(t, NULL);
    int closed = chan_close(messages);
    assert(closed == 0);
    return 0;
}
