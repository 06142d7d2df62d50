// A normal mutex locked twice by one thread blocks it for ever.
// observe: after
// outcomes:
// blocked
#include <pthread.h>
int after;
int main(void) {
    pthread_mutex_t m;
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    after = 1;
}
