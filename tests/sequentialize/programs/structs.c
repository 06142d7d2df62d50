// expect: safe unwind=3 rounds=2
// Nested structs, copied as a whole, with arrays and padding inside.
#include <assert.h>
#include <pthread.h>

struct inner { char tag; long weight; };
struct outer { short id; struct inner parts[2]; unsigned char end; };

struct outer shared = { 3, { { 'a', 10 }, { 'b', 20 } }, 255 };
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *swap(void *arg)
{
    struct outer *o = arg;
    pthread_mutex_lock(&lock);
    struct inner t = o->parts[0];
    o->parts[0] = o->parts[1];
    o->parts[1] = t;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, swap, &shared);
    swap(&shared);
    pthread_join(a, 0);
    struct outer copy = shared;
    assert(copy.id == 3 && copy.end == 255);
    assert(copy.parts[0].tag == 'a' && copy.parts[1].weight == 20);
    return 0;
}
