/* Hazard pointers: a reader says which object it uses and looks again whether it is still the one; who retires an object frees it when nobody
   says so.  -DNO_VALIDATION: the reader does not look again; -DRELAXED_HAZARD: the announcement may be seen after the second look. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define HP_MAX_THREADS 2
#define CLPAD (128 / sizeof(uintptr_t))
#define HP_UNUSED 0

#ifdef RELAXED_HAZARD
#define ANNOUNCE memory_order_release
#else
#define ANNOUNCE memory_order_seq_cst
#endif

typedef struct {
    int size;
    uintptr_t list[2];
} retirelist_t;

typedef struct list_hp {
    alignas(128) atomic_uintptr_t hp[HP_MAX_THREADS];
    retirelist_t rl[HP_MAX_THREADS];
    void (*deletefunc)(void *);
} list_hp_t;

static list_hp_t *list_hp_new(void (*deletefunc)(void *))
{
    list_hp_t *hp = aligned_alloc(128, sizeof(*hp));
    assert(hp);
    hp->deletefunc = deletefunc;
    for (int i = 0; i < HP_MAX_THREADS; i++) {
        atomic_init(&hp->hp[i], HP_UNUSED);
        hp->rl[i].size = 0;
    }
    return hp;
}

static uintptr_t list_hp_protect(list_hp_t *hp, int tid, atomic_uintptr_t *atom)
{
    uintptr_t n = 0, ret;
#ifdef NO_VALIDATION
    ret = atomic_load(atom);
    atomic_store_explicit(&hp->hp[tid], ret, ANNOUNCE);
#else
    while (n != (ret = atomic_load(atom))) {
        atomic_store_explicit(&hp->hp[tid], ret, ANNOUNCE);
        n = ret;
    }
#endif
    (void)n;
    return ret;
}

static void list_hp_clear(list_hp_t *hp, int tid)
{
    atomic_store_explicit(&hp->hp[tid], HP_UNUSED, memory_order_release);
}

static void list_hp_retire(list_hp_t *hp, int tid, uintptr_t ptr)
{
    retirelist_t *rl = &hp->rl[tid];
    rl->list[rl->size++] = ptr;
    for (int i = 0; i < rl->size; i++) {
        uintptr_t obj = rl->list[i];
        int can_delete = 1;
        for (int t = 0; t < HP_MAX_THREADS && can_delete; t++)
            if (atomic_load(&hp->hp[t]) == obj)
                can_delete = 0;
        if (can_delete) {
            rl->list[i] = rl->list[--rl->size];
            hp->deletefunc((void *)obj);
            i--;
        }
    }
}

typedef struct {
    int magic;
} object_t;

#define MAGIC 0x5a

static void object_delete(void *arg)
{
    object_t *o = arg;
    o->magic = 0;
    free(o);
}

static uintptr_t object_new(void)
{
    object_t *o = malloc(sizeof *o);
    if (!o)
        exit(1);
    o->magic = MAGIC;
    return (uintptr_t)o;
}

static list_hp_t *hp;
static atomic_uintptr_t shared;

static void *reader(void *arg)
{
    (void)arg;
    object_t *o = (object_t *)list_hp_protect(hp, 1, &shared);
    assert(o->magic == MAGIC);
    list_hp_clear(hp, 1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    hp = list_hp_new(object_delete);
    atomic_init(&shared, object_new());
    if (pthread_create(&t, NULL, reader, NULL)) {
        fprintf(stderr, "no thread\n");
        return 1;
    }
    uintptr_t old = atomic_exchange(&shared, object_new());
    list_hp_retire(hp, 0, old);
    pthread_join(t, NULL);
    return 0;
}
