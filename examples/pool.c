// A pool of four connections for any number of clients that come and go for ever.
#include <assert.h>
#include <pthread.h>

#define SIZE 4

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t returned = PTHREAD_COND_INITIALIZER;
int used;

void *client(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (used == SIZE)
            pthread_cond_wait(&returned, &lock);
        used++;
        assert(used <= SIZE);
        pthread_mutex_unlock(&lock);

        pthread_mutex_lock(&lock);
        used--;
        assert(used >= 0);
        pthread_cond_signal(&returned);
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, client, 0);
    }
}
