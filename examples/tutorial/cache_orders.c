// The cache again, where the last user reads what all of them left in the object.
// How the counter is decremented decides whether it may: -D ORDER=memory_order_relaxed is too weak.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ORDER
#define ORDER memory_order_acq_rel
#endif

struct object {
    atomic_int refcount;
    int hits[2];
};

int total;

void object_put(struct object *obj)
{
    if (atomic_fetch_sub_explicit(&obj->refcount, 1, ORDER) == 1) {
        int one = obj->hits[0];
        int two = obj->hits[1];
        total = one + two;
        free(obj);
    }
}

void *first_user(void *argument)
{
    struct object *obj = argument;
    obj->hits[0] = 1;
    object_put(obj);
    return NULL;
}

void *second_user(void *argument)
{
    struct object *obj = argument;
    obj->hits[1] = 1;
    object_put(obj);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    struct object *obj = malloc(sizeof *obj);

    atomic_init(&obj->refcount, 2);
    obj->hits[0] = obj->hits[1] = 0;
    pthread_create(&first, NULL, first_user, obj);
    pthread_create(&second, NULL, second_user, obj);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
