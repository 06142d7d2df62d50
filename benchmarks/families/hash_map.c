// A map with chains: a new entry is put before the first of its bucket by an exchange that is tried again when another came first, and only if
// its key is not there yet.  BUG: what came first meanwhile is not searched for the key.
// expect: sc safe, tso safe, rc11 safe
// expect BUG: sc violation, tso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 2

struct entry { char key[4]; int value; struct entry *next; };
static _Atomic(struct entry *) buckets[BUCKETS];

static unsigned hash(const char *key)
{
    unsigned h = 5381;
    while (*key)
        h = h * 33 + (unsigned char)*key++;
    return h % BUCKETS;
}

static struct entry *find(struct entry *from, const struct entry *until, const char *key)
{
    for (; from != until; from = from->next)
        if (!strcmp(from->key, key))
            return from;
    return NULL;
}

static bool insert(const char *key, int value)
{
    _Atomic(struct entry *) *bucket = &buckets[hash(key)];
    struct entry *first = atomic_load_explicit(bucket, memory_order_acquire), *searched = NULL;
    struct entry *e = malloc(sizeof *e);
    if (!e)
        abort();
    strcpy(e->key, key);
    e->value = value;
#ifdef BUG
    if (find(first, NULL, key)) {
        free(e);
        return false;
    }
#endif
    do {
#ifndef BUG
        if (find(first, searched, key)) {
            free(e);
            return false;
        }
        searched = first;
#endif
        e->next = first;
    } while (!atomic_compare_exchange_weak_explicit(bucket, &first, e, memory_order_acq_rel, memory_order_acquire));
    return true;
}

static bool lookup(const char *key, int *value)
{
    struct entry *e = find(atomic_load_explicit(&buckets[hash(key)], memory_order_acquire), NULL, key);
    if (e)
        *value = e->value;
    return e;
}

static bool won[2];

static void *client(void *arg)
{
    int self = (int)(intptr_t)arg, value = 0;
    insert(self ? "b" : "d", 10 + self);
    won[self] = insert("key", self);
    assert(lookup("key", &value) && (value == 0 || value == 1));
    assert(lookup(self ? "b" : "d", &value) && value == 10 + self);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, client, (void *)0);
    pthread_create(&b, NULL, client, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int value;
    assert(won[0] + won[1] == 1);
    assert(lookup("key", &value) && won[value]);
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *e = buckets[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    return 0;
}
