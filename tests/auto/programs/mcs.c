// expect: safe
// The lock of Mellor-Crummey and Scott: a queue in which everybody spins on its own node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *_Atomic next; atomic_int waits; };
static struct node *_Atomic tail;
static struct node nodes[2];
static int in_section, count;

static void *worker(void *arg)
{
    int me = *(int *)arg;
    struct node *mine = &nodes[me];
    atomic_store(&mine->waits, 1);
    struct node *before = atomic_exchange(&tail, mine);
    if (before) {
        atomic_store(&before->next, mine);
        while (atomic_load(&mine->waits))
            ;
    }
    in_section++;
    assert(in_section == 1);
    count++;
    in_section--;
    struct node *expected = mine;
    if (!atomic_load(&mine->next) && atomic_compare_exchange_strong(&tail, &expected, 0))
        return 0;
    while (!atomic_load(&mine->next))
        ;
    atomic_store(&atomic_load(&mine->next)->waits, 0);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int names[2];
    for (int i = 0; i < 2; i++) {
        names[i] = i;
        pthread_create(&threads[i], 0, worker, &names[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(count == 2);
}
