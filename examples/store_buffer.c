/* Dekker's idea, reduced: each thread announces itself, then looks for the other.  Sequentially consistent machines let at
 * most one of them in.  On x86 (--model tso) both announcements may still wait in store buffers when the threads look, and
 * both get in; a fence between the two lines forbids it (-DFENCE). */
#include <assert.h>
#include <pthread.h>

int here[2], inside[2];

static void *enter(void *number)
{
    int me = *(int *)number;
    here[me] = 1;
#ifdef FENCE
    __sync_synchronize();
#endif
    inside[me] = !here[1 - me];
    return 0;
}

int main(void)
{
    int zero = 0, one = 1;
    pthread_t left, right;
    pthread_create(&left, 0, enter, &zero);
    pthread_create(&right, 0, enter, &one);
    pthread_join(left, 0);
    pthread_join(right, 0);
    assert(!(inside[0] && inside[1]));
    return 0;
}
