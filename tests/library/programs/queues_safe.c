// Macros of <sys/queue.h> that some systems lack: loops that may remove, replacing, swapping.
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>

struct node {
    int value;
    SLIST_ENTRY(node) s;
    LIST_ENTRY(node) l;
    STAILQ_ENTRY(node) st;
    SIMPLEQ_ENTRY(node) si;
    TAILQ_ENTRY(node) t;
    CIRCLEQ_ENTRY(node) c;
};
SLIST_HEAD(slist, node) slist = SLIST_HEAD_INITIALIZER(slist);
LIST_HEAD(list, node) list = LIST_HEAD_INITIALIZER(list);
STAILQ_HEAD(stailq, node) stailq = STAILQ_HEAD_INITIALIZER(stailq), stailq2 = STAILQ_HEAD_INITIALIZER(stailq2);
SIMPLEQ_HEAD(simpleq, node) simpleq = SIMPLEQ_HEAD_INITIALIZER(simpleq);
TAILQ_HEAD(tailq, node) tailq = TAILQ_HEAD_INITIALIZER(tailq), tailq2 = TAILQ_HEAD_INITIALIZER(tailq2);
CIRCLEQ_HEAD(circleq, node) circleq;
struct node n[4] = {{.value = 1}, {.value = 2}, {.value = 3}, {.value = 4}};
struct node *p, *next;
int seen;

/* The values in their order, as digits. */
#define ORDER(loop) (seen = 0, ({ loop seen = seen * 10 + p->value; seen; }))

static void safe_loops(void)
{
#ifdef TAILQ_FOREACH_SAFE
    TAILQ_INSERT_TAIL(&tailq, &n[1], t);
    TAILQ_INSERT_TAIL(&tailq, &n[2], t);
    STAILQ_INSERT_TAIL(&stailq, &n[2], st);
    TAILQ_FOREACH_SAFE(p, &tailq, t, next) {
        TAILQ_REMOVE(&tailq, p, t);
        p->t.tqe_next = 0;
    }
    assert(TAILQ_EMPTY(&tailq));
    for (int i = 0; i < 3; i++) {
        TAILQ_INSERT_TAIL(&tailq, &n[i], t);
        LIST_INSERT_HEAD(&list, &n[i], l);
        SLIST_INSERT_HEAD(&slist, &n[i], s);
    }
    TAILQ_REPLACE(&tailq, &n[1], &n[3], t);
    assert(ORDER(TAILQ_FOREACH(p, &tailq, t)) == 143 && ORDER(TAILQ_FOREACH_REVERSE(p, &tailq, tailq, t)) == 341);
    TAILQ_SWAP(&tailq, &tailq2, node, t);
    assert(TAILQ_EMPTY(&tailq) && ORDER(TAILQ_FOREACH(p, &tailq2, t)) == 143);
    TAILQ_INSERT_TAIL(&tailq, &n[1], t);
    assert(TAILQ_LAST(&tailq, tailq) == &n[1]);
    LIST_FOREACH_SAFE(p, &list, l, next) {
        if (p->value == 2)
            LIST_REMOVE(p, l);
    }
    LIST_REPLACE(&n[2], &n[3], l);
    assert(ORDER(LIST_FOREACH(p, &list, l)) == 41);
    SLIST_FOREACH_SAFE(p, &slist, s, next)
        SLIST_REMOVE_HEAD(&slist, s);
    assert(SLIST_EMPTY(&slist));
    STAILQ_FOREACH_SAFE(p, &stailq, st, next)
        STAILQ_REMOVE_HEAD(&stailq, st);
    STAILQ_INSERT_TAIL(&stailq, &n[0], st);
    assert(STAILQ_LAST(&stailq, node, st) == &n[0] && !STAILQ_LAST(&stailq2, node, st));
#endif
}

int main(void)
{
    safe_loops();
    return 0;
}
