// Semaphores count; waiting blocks at 0.
// observe: value order
// outcomes: 0 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
const struct timespec past;
int value = -1, data, order;
void *poster(void *unused) {
    data = 1;
    assert(sem_post(&s) == 0);
    return 0;
}
int main(void) {
    pthread_t t;
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_wait(&s) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    pthread_create(&t, 0, poster, 0);
    sem_wait(&s);
    order = data;
    pthread_join(t, 0);
    sem_getvalue(&s, &value);
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    sem_destroy(&s);
}
