/* Map-reduce over a shared array: workers take chunks from a counter, keep their own counts, and the reducer adds them up after a barrier.
   -DSHARED_COUNTS: all count in one table; -DNO_BARRIER: the reducer does not wait. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORKERS 2
#define WORDS 2
#define BUCKETS 2

static const char *const text[WORDS] = { "be", "be" };

struct worker {
    pthread_t thread;
    unsigned id;
    unsigned counts[BUCKETS];
};

static atomic_uint cursor;
static pthread_barrier_t barrier;
static struct worker workers[WORKERS];
static unsigned result[BUCKETS];

static unsigned hash(const char *word)
{
    unsigned h = 5381;
    while (*word)
        h = h * 33 + (unsigned char)*word++;
    return h % BUCKETS;
}

static void map(struct worker *w)
{
    unsigned i;
    while ((i = atomic_fetch_add_explicit(&cursor, 1, memory_order_relaxed)) < WORDS) {
#ifdef SHARED_COUNTS
        workers[0].counts[hash(text[i])]++;
        (void)w;
#else
        w->counts[hash(text[i])]++;
#endif
    }
}

static void reduce(unsigned first)
{
    for (unsigned b = first; b < BUCKETS; b += WORKERS)
        for (int i = 0; i < WORKERS; i++)
            result[b] += workers[i].counts[b];
}

static void *work(void *arg)
{
    struct worker *w = arg;
    map(w);
#ifndef NO_BARRIER
    int serial = pthread_barrier_wait(&barrier);
    assert(serial == 0 || serial == PTHREAD_BARRIER_SERIAL_THREAD);
#endif
    reduce(w->id);
    pthread_exit(NULL);
}

int main(void)
{
    unsigned total = 0;
    if (pthread_barrier_init(&barrier, NULL, WORKERS) != 0)
        return EXIT_FAILURE;
    for (unsigned i = 0; i < WORKERS; i++) {
        workers[i].id = i;
        memset(workers[i].counts, 0, sizeof workers[i].counts);
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            return EXIT_FAILURE;
    }
    for (unsigned i = 0; i < WORKERS; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&barrier);
    for (unsigned b = 0; b < BUCKETS; b++)
        total += result[b];
    assert(total == WORDS);
    assert(result[hash("be")] == WORDS);
    return 0;
}
