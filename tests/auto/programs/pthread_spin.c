// expect: safe
// The spin lock of POSIX, with an attempt first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t taken;
static int in_section, count;

static void *worker(void *arg)
{
    if (pthread_spin_trylock(&taken))
        pthread_spin_lock(&taken);
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    pthread_spin_unlock(&taken);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    pthread_spin_init(&taken, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], 0, worker, 0);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(count == 3);
}
