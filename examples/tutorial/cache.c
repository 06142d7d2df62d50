// A cache whose objects count their users.  Whoever lets go last frees the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int refcount;
    int size;
};

void object_put(struct object *obj)
{
    atomic_fetch_sub(&obj->refcount, 1);
    if (atomic_load(&obj->refcount) == 0)
        free(obj);
}

void *request(void *argument)
{
    object_put(argument);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    struct object *obj = malloc(sizeof *obj);

    atomic_init(&obj->refcount, 2);
    obj->size = 100;
    pthread_create(&first, NULL, request, obj);
    pthread_create(&second, NULL, request, obj);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
