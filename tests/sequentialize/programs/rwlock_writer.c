// expect: safe unwind=2 rounds=3
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

void *write_both(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, write_both, 0);
    pthread_rwlock_rdlock(&lock);
    int seen_x = x, seen_y = y;
    pthread_rwlock_unlock(&lock);
    assert(seen_x == seen_y);
    return 0;
}
