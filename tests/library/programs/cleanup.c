// Handlers run at their pop if asked, and at pthread_exit in reverse order.
// observe: trail
// outcomes: 132
#include <pthread.h>
int trail;
void note(void *digit) {
    trail = trail * 10 + (int)(long)digit;
}
void *worker(void *unused) {
    pthread_cleanup_push(note, (void *)2);
    pthread_cleanup_push(note, (void *)9);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(note, (void *)1);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(note, (void *)3);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
}
